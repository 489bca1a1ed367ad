/// The results of a reading that are valid in the next one, for all that has not changed.
struct IndexCache: Sendable {
  /// A source as it was read.
  struct Source: Sendable {
    /// The records that were read; one that could not be is tried again.
    var records: [String]
    var changed: FileTime
    var source: ProgramSource
  }

  /// The units by their names, valid while their times stay the same.
  var units: [String: IndexUnit] = [:]
  /// The summaries by the names of records, which contain a hash of the content.
  var summaries: [String: RecordSummary] = [:]
  /// The functions with `@KhalaCall` in records.
  var contracts: [String: [ContractFunction]] = [:]
  /// The sources by their paths.
  var sources: [String: Source] = [:]
  /// The symbols of all functions with `@KhalaCall`, to which the sources were searched for
  /// references.
  var contractSymbols: Set<String> = []
}
