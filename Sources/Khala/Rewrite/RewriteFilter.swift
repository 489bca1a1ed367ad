/// A rule that changes where calls go, or rejects them.
///
/// ```swift
/// Khala.rewrite.filters.append(
///   RewriteFilter { node in
///     guard node.module != "Debug" else { throw KhalaDenial("debugging is off") }
///     return node
///   })
/// ```
///
/// ``KhalaNode/module`` is what routes are looked up by. The host of
/// ``KhalaNode/url`` is not: `kl:Debug/dump` and `Debug/dump` have none, and lead to
/// the same function as `kl://Debug/dump`.
public final class RewriteFilter: Sendable {
  /// Changes a node, or gives another one.
  ///
  /// - Throws: ``KhalaDenial``, or any other error, to reject the call.
  public typealias Rule = @Sendable (KhalaNode) throws -> KhalaNode

  let rule: Rule

  /// Makes a filter of a rule.
  public init(_ rule: @escaping Rule) {
    self.rule = rule
  }
}

/// The name that Khala had for it later.
public typealias KhalaRewriteFilter = RewriteFilter

/// The reason for which a filter or an interceptor rejects a call.
public struct KhalaDenial: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, as a sentence or a part of one.
  public let reason: String

  public init(_ reason: String) {
    self.reason = reason
  }

  public var description: String { reason }
}
