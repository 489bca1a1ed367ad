public import Foundation
import ToolkitTrace

/// Calls the functions of one name in all routing classes that have an instance.
///
/// ```swift
/// let results = KhalaNotify(str: "kl://doSomething?value=888")?.call()
/// ```
public final class KhalaNotify {
  private let address: RouteAddress?
  private let text: String
  private let params: [AnyHashable: Any]
  private let caller: KhalaPlace

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
    caller = KhalaPlace(fileID: fileID, line: line)
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
    caller = KhalaPlace(fileID: fileID, line: line)
  }

  /// What became of the call of one routing class.
  public struct Answer {
    /// The name of the class.
    public let name: String
    /// What its function returned, or why it did not.
    public let result: Result<Any?, KhalaError>

    /// What its function returned; nothing if it returns nothing or has failed.
    public var value: Any? { try? result.get() }

    /// Why its function was not called, or what it threw.
    public var error: KhalaError? {
      if case .failure(let error) = result { error } else { nil }
    }
  }

  // MARK: - Without waiting

  /// Calls the functions; closures that they take do nothing.
  ///
  /// - Returns: What they return, by the names of their classes; nothing for one
  ///   that returns nothing or fails, which is reported to `Khala.errorHandler`.
  @discardableResult
  public func call() -> [Any] {
    callLabelled().compactMap(\.value)
  }

  /// Calls the functions with closures.
  @discardableResult
  public func call(blocks: [KhalaClosure]) -> [Any] {
    callLabelled(blocks: blocks).compactMap(\.value)
  }

  /// Calls the functions, one after the other by the names of their classes, and
  /// says what became of each.
  ///
  /// Failures are reported to `Khala.errorHandler` too. A function that has to be
  /// waited for is one: see ``callLabelledAsync(blocks:)``.
  ///
  /// - Parameter blocks: Closures, in the order of the parameters.
  /// - Returns: An answer for each class that was called.
  @discardableResult
  public func callLabelled(blocks: [KhalaClosure] = []) -> [Answer] {
    traced {
      calls().map { name, call in
        let result = Result { () throws(KhalaError) in
          try call.call(as: Any?.self, blocks: blocks)
        }
        return answer(of: name, result)
      }
    }
  }

  // MARK: - Waiting

  /// Calls the functions where they belong, and waits for them; closures that they
  /// take do nothing.
  ///
  /// - Returns: What they return, by the names of their classes; nothing for one
  ///   that returns nothing or fails, which is reported to `Khala.errorHandler`.
  @discardableResult
  public nonisolated(nonsending) func callAsync() async -> sending [Any] {
    Shared(await answers(blocks: []).value.compactMap(\.value)).take()
  }

  /// Calls the functions where they belong, one after the other by the names of
  /// their classes, waits for each, and says what became of it.
  ///
  /// This reaches functions that suspend and those of actors too. If the task is
  /// cancelled, so is the function that runs; the others are still called, in a task
  /// that is cancelled.
  ///
  /// - Parameter blocks: Closures, in the order of the parameters.
  /// - Returns: An answer for each class that was called.
  @discardableResult
  public nonisolated(nonsending) func callLabelledAsync(
    blocks: [KhalaClosure] = []
  ) async -> sending [Answer] {
    await answers(blocks: blocks).take()
  }

  private nonisolated(nonsending) func answers(blocks: [KhalaClosure]) async -> Shared<[Answer]> {
    await tracedAsync {
      var answers: [Answer] = []
      for (name, call) in calls() {
        let result: Result<Any?, KhalaError>
        do throws(KhalaError) {
          result = .success(try await call.sentResult(as: Any?.self, blocks: blocks))
        } catch {
          result = .failure(error)
        }
        answers.append(answer(of: name, result))
      }
      return Shared(answers)
    }
  }

  // MARK: - One class after the other

  private func answer(of name: String, _ result: Result<Any?, KhalaError>) -> Answer {
    let answer = Answer(name: name, result: result)
    if let error = answer.error { Khala.report(error) }
    return answer
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
    guard !owners.isEmpty else { return [] }
    var parts = address.parts
    parts.components = [function]
    return owners.compactMap { owner in
      parts.host = owner.name
      do throws(RouteAddressError) {
        let call = Khala(try RouteAddress(parts), params: params, caller: caller)
        return (owner.name, call)
      } catch {
        Khala.report(.invalidURL(text, because: error).at(caller))
        return nil
      }
    }
  }

  // MARK: - Tracing

  private func traced(_ body: () -> [Answer]) -> [Answer] {
    Trace.span(traceName, kind: .route, module: caller.module, body)
  }

  private nonisolated(nonsending) func tracedAsync(
    _ body: nonisolated(nonsending) () async -> Shared<[Answer]>
  ) async -> Shared<[Answer]> {
    await Trace.span(traceName, kind: .route, module: caller.module, body)
  }

  private var traceName: String { "notify \(address?.host ?? text)" }
}

@available(*, unavailable, message: "a notification belongs to whoever makes it")
extension KhalaNotify: Sendable {}

@available(*, unavailable, message: "a result may be anything")
extension KhalaNotify.Answer: Sendable {}
