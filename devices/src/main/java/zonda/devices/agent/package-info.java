/// An SNMP agent of all versions over any tree of objects: requests to answers, no socket and no
/// clock.
///
/// Entry: [zonda.devices.agent.Agent], with an [zonda.devices.agent.ObjectTree]. Owned by one
/// thread, reused for each request.
@NullMarked
package zonda.devices.agent;

import org.jspecify.annotations.NullMarked;
