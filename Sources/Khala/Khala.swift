public import Foundation

/// A call to a routing function, by the URL of its class and name.
///
/// ```swift
/// let value = Khala(str: "kl://AModule/server?value=64")?.call() as? Int
/// ```
///
/// The class declares itself with `@KhalaModule`. The caller neither imports nor registers it. To
/// add routes that are known only at run time, use ``route(_:priority:access:fileID:line:_:)``.
public final class Khala: NSObject {
  /// The request, after the rewrite module has changed it.
  public var node: KhalaNode

  /// A Boolean value that indicates whether the call came from outside the program.
  public let isExternal: Bool

  /// The reason why the call fails before it starts, if the initializer has found one.
  let refusal: KhalaError?
  let caller: CodeLocation

  /// The result of the call, kept for callers that read it several times.
  private var kept: Any??

  /// Makes a call to a URL.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They take precedence over the query.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  public convenience init(
    url: URL, params: [AnyHashable: Any] = [:], fileID: String = #fileID, line: Int = #line
  ) {
    self.init(
      text: url.routeText, params: params, isExternal: false,
      caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Makes a call to a URL that is given as a string, or returns `nil` if the string is not a valid
  /// URL.
  ///
  /// In that case ``errorHandler`` gets the reason, such as an unescaped space.
  ///
  /// - Parameters:
  ///   - str: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They take precedence over the query.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  public convenience init?(
    str: String, params: [AnyHashable: Any] = [:], fileID: String = #fileID, line: Int = #line
  ) {
    let caller = CodeLocation(fileID: fileID, line: line)
    do throws(RouteAddressError) {
      self.init(try RouteAddress(str), params: params, caller: caller)
    } catch {
      Khala.report(.invalidURL(str, because: error).at(caller))
      return nil
    }
  }

  /// Makes a call to a string.
  ///
  /// If the string is not a valid URL, the call fails when it starts.
  convenience init(
    text: String, params: [AnyHashable: Any], isExternal: Bool, caller: CodeLocation
  ) {
    do {
      self.init(
        try RouteAddress(text), params: params, isExternal: isExternal, caller: caller)
    } catch {
      self.init(
        KhalaNode(CallContents(address: .root, given: params), isExternal: isExternal),
        refusal: .invalidURL(text, because: error), caller: caller)
    }
  }

  /// Makes a call, and lets the rewrite module change its destination.
  convenience init(
    _ address: RouteAddress, params: [AnyHashable: Any], isExternal: Bool = false,
    caller: CodeLocation
  ) {
    var node = KhalaNode(CallContents(address: address, given: params), isExternal: isExternal)
    var refusal: KhalaError?
    if KhalaState.current.mayRewrite {
      do {
        node = try Khala.settings.rewritten(node)
      } catch {
        refusal = error
      }
    }
    self.init(node, refusal: refusal, caller: caller)
  }

  /// Makes a call from a request.
  init(_ node: KhalaNode, refusal: KhalaError? = nil, caller: CodeLocation) {
    self.node = node
    isExternal = node.isExternal
    self.refusal = refusal
    self.caller = caller
    super.init()
  }

  /// The current contents of the call.
  var contents: CallContents { node.contents }

  /// The result of the call, for repeated reads.
  ///
  /// The first read makes the call.
  var keptResult: Any? {
    if let kept { return kept }
    let result = call()
    kept = .some(result)
    return result
  }

  /// The name that Khala had for ``node`` at first.
  public var urlValue: KhalaNode {
    get { node }
    set { node = newValue }
  }
}

@available(*, unavailable, message: "a call belongs to its caller")
extension Khala: Sendable {}
