public import Foundation

/// A call to a routing function, by the URL of its class and name.
///
/// ```swift
/// let value = Khala(str: "kl://AModule/server?value=64")?.call() as? Int
/// ```
///
/// The class declares itself with `@KhalaModule`; nobody imports or registers it.
public final class Khala {
  /// What is called, after the rewrite module has had its say.
  public var node: KhalaNode

  /// Why the call will not come about, if that is known already.
  let refusal: KhalaError?
  let caller: KhalaCaller

  /// What the call returns, for whoever reads it several times: it is made once,
  /// when this is first read.
  private(set) lazy var keptResult: Any? = call()

  /// Makes a call to a URL.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - fileID: Where the call is made; leave it out.
  ///   - line: Where the call is made; leave it out.
  public convenience init(
    url: URL, params: [AnyHashable: Any] = [:], fileID: String = #fileID, line: Int = #line
  ) {
    let text = url.absoluteString
    let caller = KhalaCaller(fileID: fileID, line: line)
    do {
      self.init(try RouteAddress(text), params: params, caller: caller)
    } catch {
      self.init(refused: .invalidURL(text, because: error), params: params, caller: caller)
    }
  }

  /// Makes a call to a URL that is given as a text, or nothing if the text is no
  /// URL.
  ///
  /// - Parameters:
  ///   - str: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - fileID: Where the call is made; leave it out.
  ///   - line: Where the call is made; leave it out.
  public convenience init?(
    str: String, params: [AnyHashable: Any] = [:], fileID: String = #fileID, line: Int = #line
  ) {
    guard let address = try? RouteAddress(str) else { return nil }
    self.init(address, params: params, caller: KhalaCaller(fileID: fileID, line: line))
  }

  /// Makes a call, and asks the rewrite module where it goes.
  init(_ address: RouteAddress, params: [AnyHashable: Any], caller: KhalaCaller) {
    let node = KhalaNode(address, params: params)
    self.caller = caller
    do {
      self.node = try Khala.rewrite.redirect(node)
      refusal = nil
    } catch {
      self.node = node
      refusal = .denied("\(error)", url: address.text)
    }
  }

  private init(refused: KhalaError, params: [AnyHashable: Any], caller: KhalaCaller) {
    node = KhalaNode(.root, params: params)
    refusal = refused
    self.caller = caller
  }

  /// The name that Khala had for ``node`` at first.
  public var urlValue: KhalaNode {
    get { node }
    set { node = newValue }
  }
}

@available(*, unavailable, message: "a call belongs to whoever makes it")
extension Khala: Sendable {}
