public import Foundation

/// Calls the functions of one name in all routing classes that have an instance.
///
/// ```swift
/// let results = KhalaNotify(str: "kl://doSomething?value=888")?.call()
/// ```
public final class KhalaNotify {
  private let address: RouteAddress?
  private let text: String
  private let params: [AnyHashable: Any]
  private let caller: KhalaCaller

  /// Makes a notification; the host of its URL is the function's name.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - fileID: Where the notification is made; leave it out.
  ///   - line: Where the notification is made; leave it out.
  public init(
    url: URL, params: [AnyHashable: Any] = [:], fileID: String = #fileID, line: Int = #line
  ) {
    text = url.absoluteString
    address = try? RouteAddress(text)
    self.params = params
    caller = KhalaCaller(fileID: fileID, line: line)
  }

  /// Makes a notification, or nothing if the text is no URL.
  ///
  /// - Parameters:
  ///   - str: `scheme://[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - fileID: Where the notification is made; leave it out.
  ///   - line: Where the notification is made; leave it out.
  public init?(
    str: String, params: [AnyHashable: Any] = [:], fileID: String = #fileID, line: Int = #line
  ) {
    guard let address = try? RouteAddress(str) else { return nil }
    text = str
    self.address = address
    self.params = params
    caller = KhalaCaller(fileID: fileID, line: line)
  }

  /// What one routing class answered.
  public struct Answer {
    /// The name of the class.
    public let name: String
    /// What its function returned.
    public let value: Any
  }

  /// Calls the functions; closures that they take do nothing.
  ///
  /// - Returns: What they return, by the names of their classes; nothing for one
  ///   that returns nothing or fails, which is reported to `Khala.errorHandler`.
  @discardableResult
  public func call() -> [Any] {
    callLabelled().map(\.value)
  }

  /// Calls the functions with closures.
  @discardableResult
  public func call(blocks: [KhalaClosure]) -> [Any] {
    callLabelled(blocks: blocks).map(\.value)
  }

  /// Calls the functions, and says which class answered what.
  ///
  /// - Parameter blocks: Closures, in the order of the parameters.
  /// - Returns: The answers, by the names of their classes.
  @discardableResult
  public func callLabelled(blocks: [KhalaClosure] = []) -> [Answer] {
    var answers: [Answer] = []
    for (name, call) in calls() {
      do throws(KhalaError) {
        guard let value = try call.call(as: Any?.self, blocks: blocks) else { continue }
        answers.append(Answer(name: name, value: value))
      } catch {
        Khala.report(error)
      }
    }
    return answers
  }

  /// A call for each class that has an instance and the function.
  private func calls() -> [(name: String, call: Khala)] {
    guard let address, let function = address.host else {
      Khala.report(.invalidURL(text).at(caller))
      return []
    }
    let owners = RouteDirectory.process.board.classes.values
      .filter { owner in owner.isCached && owner.functions.contains { $0.name == function } }
      .sorted { $0.name < $1.name }
    return owners.compactMap { owner -> (name: String, call: Khala)? in
      var parts = address.parts
      parts.host = owner.name
      parts.components = [function]
      guard let target = try? RouteAddress(parts),
        let call = Khala(
          str: target.text, params: params, fileID: caller.fileID, line: caller.line)
      else { return nil }
      return (owner.name, call)
    }
  }
}

@available(*, unavailable, message: "a notification belongs to whoever makes it")
extension KhalaNotify: Sendable {}
