-- compatible with: 24

-- How the bytes of the file were read: a person who mends rows of it opens the same file again.
alter table contact_imports add column encoding text not null default 'utf-8';
