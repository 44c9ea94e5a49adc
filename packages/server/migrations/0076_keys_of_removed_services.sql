-- compatible: releases before this one find one key less, of a service that they do not know any more either.
-- Until now a service that was removed kept its key, with which it could go on to report usage that was billed.
delete from access_keys
where service_id is not null
  and not exists (select from services where services.id = access_keys.service_id)
  and not exists (select from service_keys where service_keys.access_key_id = access_keys.id);
