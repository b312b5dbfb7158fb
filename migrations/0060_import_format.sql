-- compatible with: 37

-- Files of imports are CSV or spreadsheets. Parts of a spreadsheet are stored as CSV, with CR for a line break in a cell.
alter table contact_imports add column format text not null default 'csv' check (format in ('csv', 'xlsx', 'ods'));
