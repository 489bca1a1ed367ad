/// The facts of a record that decide whether its source is read.
///
/// A record's name contains a hash of its content: a summary is valid for as long as the record
/// exists.
struct RecordSummary: Sendable {
  /// A Boolean value that indicates whether the source has symbols of the toolkit.
  var concernsToolkit = false
  /// A Boolean value that indicates whether the source has functions with `@KhalaCall`.
  var declaresContracts = false
  /// The hashes of the functions that the source refers to.
  ///
  /// Hashes instead of names keep a summary at some kilobytes; two that are equal by chance only
  /// cost a look at the record.
  var functions: Set<Int> = []

  /// Reads the symbols of a record.
  init(of record: String, in store: borrowing IndexStore) throws(IndexError) {
    var summary = Self()
    try store.forEachSymbol(inRecord: record) { summary.add($0) }
    self = summary
  }

  private init() {}

  private mutating func add(_ symbol: IndexSymbolView) {
    let usr = symbol.usr
    let kind = symbol.kind
    if !concernsToolkit, ToolkitModules.mayConcern(usr: usr) { concernsToolkit = true }
    if kind == .macro, ToolkitModules.isContractMacro(usr: usr, name: symbol.name) {
      declaresContracts = true
    }
    if kind.isFunction, symbol.roles.contains(.reference) { functions.insert(usr.hashValue) }
  }
}
