-- compatible with: 37

-- Why an account could not be read back is a code of the catalogue with its values, as in 0048.

alter table publishing_looks add column note_code text, add column note_values jsonb;
