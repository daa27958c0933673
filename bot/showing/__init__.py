"""From a table to what people see of it: its message, calls, open panels; each kept up to date by a step."""
