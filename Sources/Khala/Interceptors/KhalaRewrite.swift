import Synchronization

/// A module that decides the destination of each call, before the routing function is looked up.
///
/// The default ``Khala/rewrite`` is a ``FilterRewrite``, which applies filters. Replace it for
/// other kinds of rules:
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
/// If a class does not declare `filters`, Khala stores them for it.
///
/// - Concurrency: Called on the thread of the caller, and so by several threads at a time. The
///   compiler does not check this: put mutable state into a `Mutex`, or declare the class `final`
///   and `Sendable`.
public protocol KhalaRewrite: AnyObject {
  /// The rules, in the order in which they are applied.
  var filters: [RewriteFilter] { get set }

  /// Appends a filter.
  func add(filter: RewriteFilter)

  /// Appends filters.
  func add(filters: [RewriteFilter])

  /// Removes a filter.
  func remove(filter: RewriteFilter)

  /// Applies the rules to a call.
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

  /// Applies each filter once, in order.
  ///
  /// A filter therefore cannot cause a cycle.
  public func redirect(_ node: KhalaNode) throws -> KhalaNode {
    try applyFilters(to: node)
  }

  /// Applies each filter once, in order.
  ///
  /// - Throws: The error of a filter that rejects the call.
  public func applyFilters(to node: KhalaNode) throws -> KhalaNode {
    try filters.reduce(node) { try $1.rule($0) }
  }

  public var filters: [RewriteFilter] {
    get { keptFilters[self] ?? [] }
    set { keptFilters[self] = newValue }
  }
}

/// The filters of rewrite modules that do not store them.
private let keptFilters = KeptValues<[RewriteFilter]>()

/// The default rewrite module, a list of filters that applies each filter once, in order.
///
/// - Concurrency: May be used from any thread. Adding and removing are atomic. A change through
///   ``filters``, as in `filters.append(_:)`, reads and then writes, so that one of two
///   simultaneous changes may be lost.
public final class FilterRewrite: KhalaRewrite, Sendable {
  private let list = Mutex<[RewriteFilter]>([])
  private let hasNone = Atomic(true)

  /// A Boolean value that indicates whether the list is empty, without taking the lock.
  var isEmpty: Bool { hasNone.load(ordering: .acquiring) }

  /// Creates a list without filters.
  public init() {}

  /// The filters, in the order in which they are applied.
  public var filters: [RewriteFilter] {
    get { list.withLock { $0 } }
    set { exchange { $0 = newValue } }
  }

  /// Appends filters.
  public func add(filters more: [RewriteFilter]) {
    exchange { $0 += more }
  }

  /// Removes a filter.
  public func remove(filter: RewriteFilter) {
    exchange { $0.removeAll { $0 === filter } }
  }

  /// Changes the list, and releases its previous contents outside the lock.
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
  /// A Boolean value that indicates whether the rewrite module may change calls.
  var mayRewrite: Bool { !(filters?.isEmpty ?? false) }

  /// Returns the node after the rewrite module has processed it.
  ///
  /// If a rule makes calls, it applies to these as well. Endless recursion ends with an error.
  ///
  /// - Throws: A ``KhalaError`` that rejects the call.
  func rewritten(_ node: KhalaNode) throws(KhalaError) -> KhalaNode {
    guard mayRewrite else { return node }
    let rewritten = try CallTrail.follow(to: node.address) { try values.rewrite.redirect(node) }
    rewritten.isExternal = node.isExternal
    return rewritten
  }
}

/// A rule that changes the destination of calls, or rejects them.
///
/// ```swift
/// Khala.rewrite.filters.append(
///   RewriteFilter { node in
///     guard node.module != "Debug" else { throw KhalaDenial("debugging is off") }
///     return node
///   })
/// ```
///
/// Decide by ``KhalaNode/module``, which is used to look up routes, not by the host of
/// ``KhalaNode/url``. `kl:Debug/dump` and `Debug/dump` have no host, and call the same function as
/// `kl://Debug/dump`.
public final class RewriteFilter: Sendable {
  /// A closure that changes a node, or returns another one.
  ///
  /// - Throws: ``KhalaDenial``, or any other error, to reject the call.
  public typealias Rule = @Sendable (KhalaNode) throws -> KhalaNode

  let rule: Rule

  /// Creates a filter from a rule.
  public init(_ rule: @escaping Rule) {
    self.rule = rule
  }
}

/// A later name of ``RewriteFilter``.
public typealias KhalaRewriteFilter = RewriteFilter

/// An error with which a filter or an interceptor rejects a call.
public struct KhalaDenial: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, as a sentence or a part of one.
  public let reason: String

  public init(_ reason: String) {
    self.reason = reason
  }

  public var description: String { reason }
}
