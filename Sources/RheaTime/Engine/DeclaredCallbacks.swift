import SectionRegistry
import Synchronization

extension RecordKind {
  /// The kind of the records that declare callbacks.
  static let rhea: RecordKind = "rhea"
}

/// The callbacks that the modules of this process declare in their binaries.
///
/// - Concurrency: Records are loaded outside the lock, because that evaluates
///   expressions of the modules. Two threads may load one record at the same
///   time; the first result stays.
final class DeclaredCallbacks: Sendable {
  /// Those of this process.
  static let process = DeclaredCallbacks()

  private let loaded = Mutex<[UInt64: Callback]>([:])

  /// The callbacks of all enabled records.
  func all() -> [Callback] {
    callbacks(of: SectionRegistry.records(of: .rhea))
  }

  /// The callbacks of those records that may be for `load` or `premain`: the
  /// others need not be loaded before `main`.
  func beforeMain() -> [Callback] {
    callbacks(
      of: SectionRegistry.records(of: .rhea).filter { record in
        record.flags.contains(.unresolvedKey) || record.isBeforeMain
      })
  }

  private func callbacks(of records: [Record]) -> [Callback] {
    var known = loaded.withLock { $0 }
    let new = records.filter { known[$0.id] == nil }
    guard !new.isEmpty else { return records.compactMap { known[$0.id] } }
    // A record that declares something else is in the registry's list of
    // problems.
    let callbacks = new.compactMap { record in
      record.load(as: __RheaCallback.self).map { (record.id, Callback($0, in: record)) }
    }
    known = loaded.withLock { loaded in
      loaded.merge(callbacks) { first, _ in first }
      return loaded
    }
    return records.compactMap { known[$0.id] }
  }
}

extension Callback {
  /// Makes the callback that a record declares.
  fileprivate convenience init(_ value: __RheaCallback, in record: Record) {
    self.init(
      event: value.event,
      priority: value.priority ?? RheaPriority(rawValue: record.priority),
      isRepeatable: record.flags.contains(.repeatable),
      body: value.body,
      name: value.name,
      place: SourcePlace(fileID: record.fileID, line: record.line),
      origin: .record(
        id: record.id, column: record.column, image: record.imageID,
        isAnnounced: record.announcesItsImage))
  }
}

extension Record {
  /// Whether the macro that made the record also made code that runs when its
  /// image has been initialised.
  fileprivate var announcesItsImage: Bool {
    #if objectFormat(ELF)
      !flags.contains(.unresolvedKey) && isBeforeMain
    #else
      // Elsewhere the moments come when the process first uses RheaTime.
      false
    #endif
  }

  /// Whether the key is that of `load` or `premain`.
  fileprivate var isBeforeMain: Bool {
    let key = key
    return key == "load" || key == "premain"
  }
}
