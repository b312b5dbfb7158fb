-- compatible with: 26

-- Submissions name their form by its public id or by its id, and say nothing of the workspace.

create unique index forms_by_id on forms (id);
