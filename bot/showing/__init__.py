"""What people see of a table: its messages, calls and open panels, each kept up to date by a step."""
