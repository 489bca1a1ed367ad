import Declarations
import Foundation
import ModuleGraph
import SectionRegistry

/// The names behind the expressions of declarations, which the running program knows.
///
/// A record of `#rhea(time: .userDidLogin)` holds the expression, and what it declares the
/// event itself; this puts the one in place of the other.
struct KnownNames {

  /// By the source location of the declaration.
  ///
  /// Where several stand on one line and differ, they cannot be distinguished, and the
  /// expressions stay.
  private var events: [CodeLocation: Set<String>] = [:]
  private var relays: [CodeLocation: Set<String>] = [:]
  private var keys: [CodeLocation: Set<String>] = [:]
  private var wires: [CodeLocation: [Wire]] = [:]

  /// Asks the products.
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

  /// The records with the names that are known.
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
      // The products know the lines of declarations only.
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
    self.init(kind: end.kind.rawValue, names: end.names, states: end.states, queue: end.queue)
  }
}

/// The names behind constants that `#uses` has, as far as other declarations have the same
/// constants.
///
/// A record of `#uses` has the source of a constant, `.userDidLogin`, and is not evaluated; the
/// callbacks of `.userDidLogin` are, so their event has the name.
struct KnownConstants {
  /// By the kind of what is named, and the last member of the expression.
  private var names: [ModuleGraph.Node.Kind: [Substring: Set<String>]] = [:]

  /// Compares records before and after their names became known.
  init(_ written: [DeclaredRecord], resolved: [DeclaredRecord]) {
    for (written, resolved) in zip(written, resolved)
    where written.flags.contains(.unresolvedKey) && !resolved.flags.contains(.unresolvedKey) {
      guard let kind = Self.named[written.kind] else { continue }
      names[kind, default: [:]][Self.lastMember(of: written.key), default: []]
        .insert(resolved.key)
    }
  }

  /// Returns a record of `#uses` with the name of its constant, and every other as it is.
  ///
  /// A constant that stands for different names in different modules stays as it is.
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

  /// The name behind the last dot, if the expression is nothing but names, or all of it.
  private static func lastMember(of expression: String) -> Substring {
    let isPath = expression.allSatisfy { $0.isLetter || $0.isNumber || "_.`".contains($0) }
    guard isPath, let dot = expression.lastIndex(of: ".") else { return expression[...] }
    return expression[expression.index(after: dot)...]
  }
}
