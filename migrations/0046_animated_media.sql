-- compatible with: 37

-- An animation cannot be made smaller: a post with one that is too large is refused when it is scheduled.

alter table media add column is_animated boolean;
comment on column media.is_animated is 'null when not known: the file was uploaded by 0.2';
