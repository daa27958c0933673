-- Keeps the number until the step that has it is merged; delete this file then.
SELECT 1;
