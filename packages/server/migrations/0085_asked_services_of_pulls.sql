-- compatible: a column that may be null; pulls of releases before this one count as pulls of all services, as until now.
-- The services that a pull was asked for: it says nothing of the others. Null for all.
alter table pulls add column asked_services text[];
