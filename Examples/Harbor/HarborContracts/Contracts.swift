// Modules that import the contract have the whole toolkit too.
//
// This module is all that the modules of the desk share: the events they announce
// (Events.swift), the relays they look at (Relays.swift), the routes they call
// (Routes.swift), and the values that travel on these. A module imports this one and
// never another: take one out of the manifest, and the others still build.
@_exported public import Bridge
