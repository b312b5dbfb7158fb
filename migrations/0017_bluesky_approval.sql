-- compatible with: 16

-- Where the account decides who is asked for the approval, the link says whose account it is.
alter table connect_requests
  add column handle text,
  add column session bytea;

comment on column connect_requests.handle is 'whose approval is asked for, where the provider has to know it first';
comment on column connect_requests.session is 'what the approval needs when the browser is back, such as the key of its proofs; encrypted with SECRET_KEY';
