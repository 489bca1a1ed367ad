package import RecordFormat
import Synchronization

/// The values that the enabled records of some kinds declare.
///
/// Each record is evaluated once.
///
/// If images are loaded or filters change, the values change as well. A query returns the values of
/// the records that are enabled at that time.
///
/// Rejected:
/// * The evaluation of all records at launch. The launch would take longer with each declaration,
///   and would run code of modules that the program may never use.
/// * One evaluation per record that other threads wait for. An expression that queries the same
///   kind would wait for itself.
/// * A cache in each product. All of them follow loaded images and filters by the same rule.
///
/// - Concurrency: Can be used from any thread. Records are evaluated without the lock, because this
///   runs expressions of the modules. Two threads may evaluate the same record at the same time,
///   and the first value is kept.
package final class DeclaredValues<Value: Sendable>: Sendable {
  private struct State {
    var revision = RecordRevision.none
    /// The values of all records that were enabled at that revision, in order.
    var all: [Value] = []
    /// The values by the identifiers of their records.
    ///
    /// A value is `nil` if its record declares another type, which the registry reports.
    var known: [UInt64: Value?] = [:]
  }

  private let kinds: [RecordKind]
  private let evaluate: @Sendable (Record) -> Value?
  private let state = Mutex(State())

  /// Creates the values of these kinds.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of records, in the order of their values.
  ///   - evaluate: Returns the declared value of a record, or `nil` if it has another type.
  package init(of kinds: RecordKind..., evaluate: @escaping @Sendable (Record) -> Value?) {
    self.kinds = kinds
    self.evaluate = evaluate
  }

  /// The values of all enabled records, ordered by kind and then as in the registry.
  ///
  /// - Complexity: O(1) if no images were loaded and no filters were changed.
  package var all: [Value] {
    let revision = SectionRegistry.revision
    let current = state.withLock { $0.revision == revision ? $0.all : nil }
    if let current { return current }
    let all = values { _ in true }
    // The replaced values are released without the lock.
    return state.withLock { state in
      let replaced = state.all
      state.all = all
      state.revision = revision
      return (replaced, all)
    }.1
  }

  /// Returns the values of the enabled records that satisfy a condition.
  ///
  /// Other records are not evaluated.
  package func values(where isIncluded: (Record) -> Bool) -> [Value] {
    let records = kinds.flatMap(SectionRegistry.records).filter(isIncluded)
    var known = state.withLock(\.known)
    let new = records.filter { known[$0.id] == nil }.map { ($0.id, evaluate($0)) }
    if !new.isEmpty {
      known = state.withLock { state in
        state.known.merge(new) { first, _ in first }
        return state.known
      }
    }
    return records.compactMap { known[$0.id] ?? nil }
  }
}
