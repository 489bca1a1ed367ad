import Declarations
import Foundation
import ModuleGraph
import SectionRegistry

/// The values of the expressions in declarations, which only the running program knows.
///
/// A record of `#rhea(time: .userDidLogin)` contains the expression, and its callback has the
/// event. This type replaces the expression by the event.
struct KnownNames {

  /// The names by the source location of the declaration.
  ///
  /// If several declarations on one line differ, they cannot be distinguished, and their
  /// expressions are kept.
  private var events: [CodeLocation: Set<String>] = [:]
  private var relays: [CodeLocation: Set<String>] = [:]
  private var keys: [CodeLocation: Set<String>] = [:]
  private var wires: [CodeLocation: [Wire]] = [:]

  /// Reads the names from the products.
  init() {
    for callback in Rhea.declaredCallbacks {
      let location = callback.location
      events[location, default: []].insert(callback.event.rawValue)
    }
    for observer in SharedRelays.observers {
      let location = observer.location
      relays[location, default: []].insert(observer.key)
    }
    for key in SharedRelays.declaredKeys {
      keys[key.location, default: []].insert(key.name)
    }
    for wire in Bridge.wires where wire.isDeclared {
      wires[wire.location, default: []].append(wire)
    }
  }

  /// Returns the records, with expressions replaced by the known names.
  func resolved(_ records: [Record]) -> [DeclaredRecord] {
    let written = records.map { DeclaredRecord($0) }
    let known = resolved(written)
    let constants = KnownConstants(written, resolved: known)
    return known.map(constants.resolved)
  }

  private func resolved(_ records: [DeclaredRecord]) -> [DeclaredRecord] {
    records.map { record in
      var known = record
      guard record.flags.contains(.unresolvedKey) else { return known }
      // The products know the line of a declaration, but not the column.
      let location = record.location.withoutColumn
      switch known.kind {
      case .callback: take(events[location], for: &known)
      case .observer: take(relays[location], for: &known)
      case .relayKey: take(keys[location], for: &known)
      case .wire: take(wires[location] ?? [], for: &known)
      default: break
      }
      return known
    }
  }

  private func take(_ names: Set<String>?, for record: inout DeclaredRecord) {
    guard let names, names.count == 1, let name = names.first else { return }
    record.key = name
    record.flags.remove(.unresolvedKey)
  }

  private func take(_ wires: [Wire], for record: inout DeclaredRecord) {
    let isJoined = wires.count == 2 && wires[0].joint != nil && wires[0].joint === wires[1].joint
    guard let wire = wires.first, wires.count == 1 || isJoined,
      let detail = try? JSONEncoder().encode(
        WireSchema(
          from: WireSchema.End(wire.from), to: WireSchema.End(wire.to),
          isFiltered: wire.isFiltered, isMapped: wire.isMapped, isJoined: isJoined))
    else { return }
    record.key = isJoined ? "\(wire.from) <-> \(wire.to)" : wire.name
    record.detail = String(decoding: detail, as: UTF8.self)
    record.flags.remove(.unresolvedKey)
  }
}

extension WireSchema.End {
  fileprivate init(_ end: WireEnd) {
    self.init(
      kind: end.kind.rawValue, names: end.names, states: end.states, queue: end.queue,
      isDurable: end.isDurable)
  }
}

/// The names of constants in `#uses`, if other declarations use the same constants.
///
/// A record of `#uses` contains the source of a constant, `.userDidLogin`, and is not evaluated.
/// Callbacks of `.userDidLogin` are evaluated, so their event has the name.
struct KnownConstants {
  /// The names by their kind and the last member of the expression.
  private var names: [ModuleGraph.Node.Kind: [Substring: Set<String>]] = [:]

  /// Compares records before and after their expressions were replaced.
  init(_ written: [DeclaredRecord], resolved: [DeclaredRecord]) {
    for (written, resolved) in zip(written, resolved)
    where written.flags.contains(.unresolvedKey) && !resolved.flags.contains(.unresolvedKey) {
      guard let kind = Self.named[written.kind] else { continue }
      names[kind, default: [:]][Self.lastMember(of: written.key), default: []]
        .insert(resolved.key)
    }
  }

  /// Returns a record of `#uses` with the name of its constant, and any other record unchanged.
  ///
  /// A constant with different names in different modules is not replaced.
  func resolved(_ record: DeclaredRecord) -> DeclaredRecord {
    guard record.kind == .use, record.flags.contains(.unresolvedKey),
      case .use(let schema)? = try? record.declaration(),
      let known = names[ModuleGraph.Node.Kind(rawValue: schema.target)]?[
        Self.lastMember(of: record.key)],
      known.count == 1, let name = known.first
    else { return record }
    var record = record
    record.key = name
    record.flags.remove(.unresolvedKey)
    return record
  }

  private static let named: [RecordKind: ModuleGraph.Node.Kind] = [
    .callback: .event, .observer: .relay, .relayKey: .relay,
  ]

  /// Returns the name after the last dot of a member expression, or the whole expression if it is
  /// anything else.
  private static func lastMember(of expression: String) -> Substring {
    let isPath = expression.allSatisfy { $0.isLetter || $0.isNumber || "_.`".contains($0) }
    guard isPath, let dot = expression.lastIndex(of: ".") else { return expression[...] }
    return expression[expression.index(after: dot)...]
  }
}
