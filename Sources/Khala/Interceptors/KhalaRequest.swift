public import Foundation

/// A call as an asynchronous interceptor reads and changes it.
///
/// The values that the caller gave along are not in it: they cannot be handed to
/// another thread while the call has them.
public struct KhalaRequest: Sendable {
  /// The current address of the call.
  private(set) var address: RouteAddress
  /// The URL that was set last, if it is no address, and what is wrong with it.
  private(set) var fault: (url: String, error: RouteAddressError)?

  /// The URL without its query.
  ///
  /// Another one that is set here is where the call goes instead: it starts over
  /// there. The query of that one joins the items that the call has. To decide by
  /// where the call goes, use ``module``, ``function`` or ``components``.
  public var url: URL {
    get { address.url }
    set {
      do throws(RouteAddressError) {
        if let changed = try address.changed(to: newValue) { address = changed }
        fault = nil
      } catch {
        fault = (newValue.absoluteString, error)
      }
    }
  }

  /// The components that routes are matched with: the host, if there is one, and those of
  /// the path, without escapes.
  public var components: [String] { address.routeComponents }

  /// The name of the routing class that the call goes to, however its URL is
  /// written; the first of ``components``.
  public var module: String? { components.first }

  /// The name of the function that the call goes to: all ``components`` behind the
  /// first one, joined by slashes.
  public var function: String? { address.functionName }

  /// Values to add to those that come with the call, in place of those of the same
  /// names.
  public var values: [String: any Sendable] = [:]

  /// The items of the query.
  public let queryItems: [URLQueryItem]

  /// A Boolean value that indicates whether the call came from outside the program.
  public let isExternal: Bool

  init(_ node: KhalaNode) {
    address = node.address
    queryItems = node.queryItems
    isExternal = node.isExternal
  }
}

extension KhalaNode {
  /// Does what an interceptor has answered.
  func follow(_ answer: KhalaRequest, to asked: KhalaRequest) throws(KhalaError) {
    add(answer.values)
    if let fault = answer.fault { throw .invalidURL(fault.url, because: fault.error) }
    if answer.address.text != asked.address.text { redirect(to: answer.address) }
  }
}

/// The addresses that something is for: those of a pattern, or all.
struct RouteScope: Sendable {
  /// The pattern; none for all addresses.
  let pattern: String?
  private let table: RouteTable<Void>?

  /// Takes the addresses of a pattern, or all without one.
  init(_ pattern: String?, at location: CodeLocation) throws(KhalaError) {
    self.pattern = pattern
    if let pattern {
      table = RouteTable([RouteEntry(try RoutePattern(pattern, at: location), route: ())])
    } else {
      table = nil
    }
  }

  /// Returns whether the address is one of them.
  func contains(_ address: RouteAddress) -> Bool {
    table.map { $0.match(address) != nil } ?? true
  }
}
