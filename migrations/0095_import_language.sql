-- compatible with: 37

-- The tag of contacts whose first name was taken from their address is in the language of the import. Null is English.
alter table contact_imports add column language text;
