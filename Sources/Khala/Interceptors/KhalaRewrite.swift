import Synchronization

/// Decides where a call goes in the end, before its routing function is looked
/// up.
///
/// ``Khala/rewrite`` is a ``FilterRewrite``, which applies filters. Replace it for rules of
/// another kind:
///
/// ```swift
/// class CustomRewrite: NSObject, KhalaRewrite {
///   func redirect(_ node: KhalaNode) throws -> KhalaNode {
///     node.params["value"] = "custom"
///     return try applyFilters(to: node)
///   }
/// }
///
/// Khala.rewrite = CustomRewrite()
/// ```
///
/// Khala keeps the `filters` of a class that does not declare them.
///
/// - Concurrency: Asked from whatever thread calls, and so by several threads at a time. The
///   compiler does not check that: put state of your own into a `Mutex`, or declare the class
///   `final` and `Sendable`.
public protocol KhalaRewrite: AnyObject {
  /// The rules, in the order in which they are applied.
  var filters: [RewriteFilter] { get set }

  /// Adds a filter behind the others.
  func add(filter: RewriteFilter)

  /// Adds filters behind the others.
  func add(filters: [RewriteFilter])

  /// Takes a filter out.
  func remove(filter: RewriteFilter)

  /// Applies the rules.
  ///
  /// - Throws: ``KhalaDenial``, or any other error, to reject the call.
  func redirect(_ node: KhalaNode) throws -> KhalaNode
}

extension KhalaRewrite {
  public func add(filter: RewriteFilter) {
    add(filters: [filter])
  }

  public func add(filters more: [RewriteFilter]) {
    filters += more
  }

  public func remove(filter: RewriteFilter) {
    filters.removeAll { $0 === filter }
  }

  /// Applies each filter once, in order; a filter therefore cannot make a cycle.
  public func redirect(_ node: KhalaNode) throws -> KhalaNode {
    try applyFilters(to: node)
  }

  /// Applies each filter once, in order.
  ///
  /// - Throws: What a filter throws to reject the call.
  public func applyFilters(to node: KhalaNode) throws -> KhalaNode {
    try filters.reduce(node) { try $1.rule($0) }
  }

  public var filters: [RewriteFilter] {
    get { keptFilters[self] ?? [] }
    set { keptFilters[self] = newValue }
  }
}

/// The filters of the rewrite modules that do not keep them.
private let keptFilters = KeptValues<[RewriteFilter]>()

/// A list of filters that applies each once, in order: the rewrite module that a
/// program has, unless it brings one of its own.
///
/// - Concurrency: May be used from any thread. Adding and removing are safe from any thread. Writing through
///   ``filters``, as in `filters.append(_:)`, reads and writes, so that of two
///   threads that do it at once one may lose.
public final class FilterRewrite: KhalaRewrite, Sendable {
  private let list = Mutex<[RewriteFilter]>([])
  private let hasNone = Atomic(true)

  /// A Boolean value that indicates whether there are no filters; costs less than to look at them.
  var isEmpty: Bool { hasNone.load(ordering: .acquiring) }

  /// Creates a list without filters.
  public init() {}

  /// The filters, in the order in which they are applied.
  public var filters: [RewriteFilter] {
    get { list.withLock { $0 } }
    set { exchange { $0 = newValue } }
  }

  /// Adds filters behind the others.
  public func add(filters more: [RewriteFilter]) {
    exchange { $0 += more }
  }

  /// Takes a filter out.
  public func remove(filter: RewriteFilter) {
    exchange { $0.removeAll { $0 === filter } }
  }

  /// Changes the list; what it held before is released outside the lock.
  private func exchange(_ change: (inout sending [RewriteFilter]) -> Void) {
    _ = list.withLock { list in
      let before = list
      change(&list)
      hasNone.store(list.isEmpty, ordering: .releasing)
      return before
    }
  }
}

extension Khala.CurrentSettings {
  /// A Boolean value that indicates whether the rewrite module has anything to say.
  var mayRewrite: Bool { !(filters?.isEmpty ?? false) }

  /// A node as the rewrite module sends it on.
  ///
  /// A rule that makes calls is asked about these too. Where that goes on and on,
  /// it ends with an error.
  ///
  /// - Throws: Why the call is rejected.
  func rewritten(_ node: KhalaNode) throws(KhalaError) -> KhalaNode {
    guard mayRewrite else { return node }
    let rewritten = try CallTrail.follow(to: node.address) { try values.rewrite.redirect(node) }
    rewritten.isExternal = node.isExternal
    return rewritten
  }
}

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
