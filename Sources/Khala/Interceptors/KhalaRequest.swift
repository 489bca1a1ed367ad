public import Foundation

/// A call as an asynchronous interceptor reads and changes it.
///
/// It does not contain the caller's values, because they cannot be sent to another thread while the
/// call uses them.
public struct KhalaRequest: Sendable {
  /// The current address of the call.
  private(set) var address: RouteAddress
  /// The last URL that was set, if it is not a valid address, and the reason.
  private(set) var fault: (url: String, error: RouteAddressError)?

  /// The URL without its query.
  ///
  /// Set it to redirect the call, which then starts again at the new URL. The query of the new URL
  /// is added to the existing items. To make decisions about the destination, use ``module``,
  /// ``function`` or ``components``.
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

  /// The components that routes are matched with: the host, if any, and the unescaped components of
  /// the path.
  public var components: [String] { address.routeComponents }

  /// The name of the routing class that the call goes to, in any spelling of the URL.
  ///
  /// It is the first of the ``components``.
  public var module: String? { components.first }

  /// The name of the function that the call goes to: all ``components`` after the first one, joined
  /// by slashes.
  public var function: String? { address.functionName }

  /// Values to add to the call.
  ///
  /// They replace values with the same names.
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
  /// Applies the answer of an interceptor.
  func follow(_ answer: KhalaRequest, to asked: KhalaRequest) throws(KhalaError) {
    add(answer.values)
    if let fault = answer.fault { throw .invalidURL(fault.url, because: fault.error) }
    if answer.address.text != asked.address.text { redirect(to: answer.address) }
  }
}

/// The addresses that match a pattern, or all addresses.
struct RouteScope: Sendable {
  /// The pattern, or `nil` for all addresses.
  let pattern: String?
  private let table: RouteTable<Void>?

  /// Creates the scope of a pattern, or of all addresses without one.
  init(_ pattern: String?, at location: CodeLocation) throws(KhalaError) {
    self.pattern = pattern
    if let pattern {
      table = RouteTable([RouteEntry(try RoutePattern(pattern, at: location), route: ())])
    } else {
      table = nil
    }
  }

  /// Returns whether an address is in the scope.
  func contains(_ address: RouteAddress) -> Bool {
    table.map { $0.match(address) != nil } ?? true
  }
}
