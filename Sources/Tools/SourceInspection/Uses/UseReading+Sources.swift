import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UseReading {
  /// Reads the sources that have changed since the last reading, and takes the others from the
  /// cache.
  mutating func read(_ files: [UnitFile], in store: borrowing IndexStore) {
    let changed = files.filter { !isCached($0) }
    let outlines = outlines(of: changed.map(\.unit.mainFile))
    for (file, outline) in zip(changed, outlines) {
      let path = file.unit.mainFile
      switch outline {
      case .success(let outline):
        cache.sources[path] = source(of: file, outline, in: store)
      case .failure(let error):
        cache.sources[path] = nil
        gaps.append("'\(path)' cannot be read: \(error.reason).")
      }
    }
    sources += files.compactMap { cache.sources[$0.unit.mainFile]?.source }
  }

  private func isCached(_ file: UnitFile) -> Bool {
    guard let cached = cache.sources[file.unit.mainFile] else { return false }
    return cached.records == file.unit.records && cached.changed == file.changed
      && cached.source.module == file.unit.module
  }

  /// Parses files on all cores, because parsing takes most of the time of a reading.
  private func outlines(of paths: [String]) -> [Result<SourceOutline, UnreadableSource>] {
    let found = Mutex<[Int: Result<SourceOutline, UnreadableSource>]>([:])
    let parse = parse
    DispatchQueue.concurrentPerform(iterations: paths.count) { index in
      let result = Self.text(of: paths[index]).flatMap { text in
        let parsed = parse(paths[index], text)
        return parsed.problem.map { .failure(UnreadableSource(reason: $0)) }
          ?? .success(parsed.outline)
      }
      found.withLock { $0[index] = result }
    }
    let results = found.withLock { $0 }
    return paths.indices.map { results[$0]! }
  }

  private static func text(of path: String) -> Result<String, UnreadableSource> {
    do {
      return .success(String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self))
    } catch {
      return .failure(UnreadableSource(reason: "\(error)"))
    }
  }

  private mutating func source(
    of file: UnitFile, _ outline: SourceOutline, in store: borrowing IndexStore
  ) -> IndexCache.Source {
    let unit = file.unit
    var source = ProgramSource(module: unit.module, path: unit.mainFile, outline: outline)
    let (occurrences, records) = occurrences(of: unit, outline, in: store)
    source.symbols = SourceSymbols(of: outline, in: occurrences)
    source.contracts = unit.records.flatMap { cache.contracts[$0] ?? [] }
    source.references = ContractReference.all(to: cache.contractSymbols, in: occurrences)
    return IndexCache.Source(records: records, changed: file.changed, source: source)
  }

  /// Returns the occurrences in a source, and the records that could be read.
  private mutating func occurrences(
    of unit: IndexUnit, _ outline: SourceOutline, in store: borrowing IndexStore
  ) -> (occurrences: [IndexOccurrence], records: [String]) {
    var occurrences: [IndexOccurrence] = []
    var records: [String] = []
    for record in unit.records {
      guard let summary = cache.summaries[record] else { continue }
      do throws(IndexError) {
        if outline.hasSymbols || refersToContract(summary) {
          occurrences += try store.occurrences(inRecord: record) { kind, roles in
            !roles.contains(.implicit)
              && (kind.isValue || kind.isType || kind.isFunction || kind == .macro)
          }
        }
        records.append(record)
      } catch {
        gaps.append("Some uses are unknown: \(error)")
      }
    }
    return (occurrences, records)
  }
}

/// The reason why a source cannot be read.
private struct UnreadableSource: Error {
  var reason: String
}

extension SourceOutline {
  /// A Boolean value that indicates whether the index can have symbols for the outline.
  ///
  /// It has no symbols for literals.
  fileprivate var hasSymbols: Bool {
    !constants.isEmpty || !declarations.isEmpty || names.contains { $0.form != .literal }
  }
}

/// The results of a reading that the next reading reuses for unchanged files.
struct IndexCache: Sendable {
  /// A source that was read.
  struct Source: Sendable {
    /// The records that were read.
    ///
    /// If a record could not be read, the next reading reads the source again.
    var records: [String]
    var changed: FileTime
    var source: ProgramSource
  }

  /// The units by their names, valid until the compiler writes them again.
  var units: [String: IndexUnit] = [:]
  /// The summaries by the names of records, which contain a hash of the content.
  var summaries: [String: RecordSummary] = [:]
  /// The functions with `@KhalaCall`, by the names of records.
  var contracts: [String: [ContractFunction]] = [:]
  /// The sources by their paths.
  var sources: [String: Source] = [:]
  /// The symbols of all functions with `@KhalaCall`.
  ///
  /// `sources` contains references to these functions only.
  var contractSymbols: Set<String> = []
  /// The ranges of types, by the name of the record, then by the symbol of the type.
  var typeNames: [String: [String: [TextRange]]] = [:]
  /// The symbols of all types that name tasks and jobs.
  ///
  /// `typeNames` contains ranges of these types only.
  var typeSymbols: Set<String> = []
}
