/// A source of a program, with what the index has of it.
struct ProgramSource: Sendable, Equatable {
  var module: String
  var path: String
  var outline = SourceOutline()
  var symbols = SourceSymbols()
  var contracts: [ContractFunction] = []
  var references: [ContractReference] = []

  /// The name that records have for it: `Cart/Badge.swift`.
  var fileID: String {
    "\(module)/\(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])"
  }
}
