public import Foundation

/// What an asynchronous interceptor knows of a call, and changes.
///
/// The values that the caller gave along are not in it: they cannot be handed to
/// another thread while the call has them.
public struct KhalaRequest: Sendable {
  /// The URL without its query.
  ///
  /// Another one that is set here is where the call goes instead: it starts over
  /// there. The query of that one joins the items that the call has.
  public var url: URL

  /// Values to add to those that come with the call, in place of those of the same
  /// names.
  public var values: [String: any Sendable] = [:]

  /// The items of the query.
  public let queryItems: [URLQueryItem]

  /// Whether the call is made on behalf of somebody outside.
  public let isExternal: Bool

  init(_ node: KhalaNode) {
    url = node.url
    queryItems = node.queryItems
    isExternal = node.isExternal
  }
}

extension KhalaNode {
  /// Does what an interceptor has answered.
  func follow(_ answer: KhalaRequest, to asked: KhalaRequest) throws(KhalaError) {
    add(answer.values)
    guard answer.url != asked.url else { return }
    let text = answer.url.routeText
    do throws(RouteAddressError) {
      redirect(to: try RouteAddress(text))
    } catch {
      throw .invalidURL(text, because: error)
    }
  }
}
