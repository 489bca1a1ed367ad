// Addresses, maps, problems and explanations are part of this module's interface; they live
// one floor below, where tools read them without a running program.
@_exported public import KhalaRoutes
