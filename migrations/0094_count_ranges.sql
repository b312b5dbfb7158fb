-- compatible with: 37

-- Lists read the counts of a page as a range of kinds that contain ids. Only bytes sort these texts as the ids in them,
-- whatever the collation of the database.
alter table row_counts alter column kind type text collate "C";
