/// The JSON-RPC API in Zabbix 7.0's form. Entry: [JsonRpc], which reads a request and writes the
/// answer; a class of methods for each kind of object.
///
/// Every request runs on its own virtual thread. Parameters are checked in full before the first
/// byte of an answer is written: a fault is told by name, with the value seen and the value wanted.
@NullMarked
package zonda.web.api;

import org.jspecify.annotations.NullMarked;
