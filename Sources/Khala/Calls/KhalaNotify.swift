public import Foundation
import ToolkitTrace

/// A call to the functions with one name in all routing classes that have an instance.
///
/// ```swift
/// let results = KhalaNotify(str: "kl://doSomething?value=888")?.call()
/// ```
public final class KhalaNotify {
  private let address: Result<RouteAddress, RouteAddressError>
  private let text: String
  private let params: [AnyHashable: Any]
  private let caller: CodeLocation

  /// Makes a notification.
  ///
  /// The host of its URL is the name of the function.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing function]?key=value`.
  ///   - params: Values of any type. They take precedence over the query.
  ///   - fileID: The file of the notification, filled in by default.
  ///   - line: The line of the notification, filled in by default.
  public init(
    url: URL, params: [AnyHashable: Any] = [:], fileID: String = #fileID, line: Int = #line
  ) {
    let text = url.routeText
    self.text = text
    address = Result { () throws(RouteAddressError) in try RouteAddress(text) }
    self.params = params
    caller = CodeLocation(fileID: fileID, line: line)
  }

  /// Makes a notification to a URL that is given as a string, or returns `nil` if the string is not
  /// a valid URL.
  ///
  /// In that case ``Khala/errorHandler`` gets the reason.
  ///
  /// - Parameters:
  ///   - str: `scheme://[routing function]?key=value`.
  ///   - params: Values of any type. They take precedence over the query.
  ///   - fileID: The file of the notification, filled in by default.
  ///   - line: The line of the notification, filled in by default.
  public init?(
    str: String, params: [AnyHashable: Any] = [:], fileID: String = #fileID, line: Int = #line
  ) {
    caller = CodeLocation(fileID: fileID, line: line)
    do throws(RouteAddressError) {
      address = .success(try RouteAddress(str))
    } catch {
      Khala.report(.invalidURL(str, because: error).at(caller))
      return nil
    }
    text = str
    self.params = params
  }

  /// The answer of one routing class.
  public struct Answer<Value> {
    /// The name of the class.
    public let name: String
    /// The result of its function, `nil` if it returns nothing, or the error.
    public let result: Result<Value?, KhalaError>

    /// The result of its function, or `nil` if it returns nothing or has failed.
    public var value: Value? { (try? result.get()).flatMap(\.self) }

    /// The error if the function was not called or threw.
    public var error: KhalaError? {
      if case .failure(let error) = result { error } else { nil }
    }
  }

  // MARK: - Without waiting

  /// Calls the functions, and passes closures that do nothing if they take closures.
  ///
  /// Failures are reported to `Khala.errorHandler`.
  ///
  /// - Returns: The results, ordered by the names of the classes. Functions without a result and
  ///   failed functions are omitted.
  @discardableResult
  public func call() -> [Any] {
    callLabeled().compactMap(\.value)
  }

  /// Calls the functions with closures.
  @discardableResult
  public func call(blocks: [KhalaClosure]) -> [Any] {
    callLabeled(blocks: blocks).compactMap(\.value)
  }

  /// Calls the functions one after the other, ordered by the names of their classes, and returns an
  /// answer for each.
  ///
  /// Failures are also reported to `Khala.errorHandler`. A function that must be waited for is a
  /// failure: use ``callLabeled(as:blocks:)`` instead.
  ///
  /// - Parameter blocks: Closures, in the order of the functions' parameters.
  /// - Returns: An answer for each class that was called.
  @discardableResult
  public func callLabeled(blocks: [KhalaClosure] = []) -> [Answer<Any>] {
    Trace.span(traceName, kind: .route, module: caller.module) {
      calls().map { name, call in
        let result = Result { () throws(KhalaError) in
          try call.call(as: Any?.self, blocks: blocks)
        }
        return answer(of: name, result)
      }
    }
  }

  // MARK: - Waiting

  /// Calls the functions on their actors, waits for them, and discards their results.
  ///
  /// It also reaches functions that suspend or belong to actors. Failures are reported to
  /// `Khala.errorHandler`.
  ///
  /// - Parameter blocks: Closures, in the order of the functions' parameters.
  public nonisolated(nonsending) func callAsync(blocks: [KhalaClosure] = []) async {
    _ = await answers { call throws(KhalaError) -> Void? in try await call.finish(blocks: blocks) }
  }

  /// Calls the functions on their actors, and waits for their results.
  ///
  /// Failures and results of another type are reported to `Khala.errorHandler`.
  ///
  /// - Parameters:
  ///   - type: The type of the results.
  ///   - blocks: Closures, in the order of the functions' parameters.
  /// - Returns: The results, ordered by the names of the classes. Functions without a result and
  ///   failed functions are omitted.
  public nonisolated(nonsending) func callAsync<Value: Sendable>(
    as type: Value.Type, blocks: [KhalaClosure] = []
  ) async -> [Value] {
    await callLabeled(as: Value.self, blocks: blocks).compactMap(\.value)
  }

  /// Calls the functions on their actors, one after the other, and returns an answer for each.
  ///
  /// They are ordered by the names of their classes. The call also reaches functions that suspend
  /// or belong to actors. If the task is cancelled, so is the running function. The remaining
  /// functions are still called, in the cancelled task.
  ///
  /// - Parameters:
  ///   - type: The type of the results. A result of another type is an error.
  ///   - blocks: Closures, in the order of the functions' parameters.
  /// - Returns: An answer for each class that was called.
  public nonisolated(nonsending) func callLabeled<Value: Sendable>(
    as type: Value.Type, blocks: [KhalaClosure] = []
  ) async -> [Answer<Value>] {
    await answers { call throws(KhalaError) in
      try await call.sentResult(as: Value?.self, blocks: blocks)
    }
  }

  private nonisolated(nonsending) func answers<Value: Sendable>(
    _ ask: nonisolated(nonsending) (Khala) async throws(KhalaError) -> Value?
  ) async -> [Answer<Value>] {
    await Trace.span(traceName, kind: .route, module: caller.module) {
      var answers: [Answer<Value>] = []
      for (name, call) in calls() {
        let result: Result<Value?, KhalaError>
        do throws(KhalaError) {
          result = .success(try await ask(call))
        } catch {
          result = .failure(error)
        }
        answers.append(answer(of: name, result))
      }
      return answers
    }
  }

  // MARK: - One class after the other

  private func answer<Value>(
    of name: String, _ result: Result<Value?, KhalaError>
  ) -> Answer<Value> {
    let answer = Answer(name: name, result: result)
    if let error = answer.error { Khala.report(error) }
    return answer
  }

  /// Returns a call for each class that has an instance and the function.
  private func calls() -> [(name: String, call: Khala)] {
    let address: RouteAddress
    do throws(RouteAddressError) {
      address = try self.address.get()
    } catch {
      Khala.report(.invalidURL(text, because: error).at(caller))
      return []
    }
    guard let function = address.host else {
      Khala.report(.noFunctionNamed(text).at(caller))
      return []
    }
    let owners = KhalaState.current.routes.board.classes.values
      .filter { owner in owner.instance.isKept && owner.functions.contains { $0.name == function } }
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

  private var traceName: String { "notify \((try? address.get())?.host ?? text)" }
}

@available(*, unavailable, message: "a notification belongs to its caller")
extension KhalaNotify: Sendable {}

extension KhalaNotify.Answer: Sendable where Value: Sendable {}
