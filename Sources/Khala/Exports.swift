// Addresses, maps, problems and explanations are part of this module's interface. They are declared
// in KhalaRoutes, so that tools can use them without a running program.
@_exported public import KhalaRoutes
