import Declarations
import ModuleGraph

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
