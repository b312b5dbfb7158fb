-- compatible with: 37

-- Forms in several languages: their texts are in the settings. A submission keeps the language that its sender read; null before
-- 0090, and from nodes of 0.2: that of the form.
alter table submissions add column language text;

-- Every version of a text of consent keeps its translations as they were shown, by language.
alter table form_consents add column translations jsonb not null default '{}';
