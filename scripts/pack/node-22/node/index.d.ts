// Found before the types of the Node that developers have, also by packages that ask for the types of Node.
/// <reference types="types-node-22" />
