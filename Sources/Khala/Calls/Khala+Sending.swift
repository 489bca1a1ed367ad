extension Khala {
  /// Makes a call whose result nobody waits for: at once if it can be made on this thread,
  /// and otherwise in a task.
  ///
  /// - Parameters:
  ///   - url: What is called.
  ///   - values: What comes with the call.
  ///   - place: Where it is made.
  ///   - failed: Is told why the call did not come about, or what went wrong in it.
  package static func send(
    _ url: String, values: [String: any Sendable], at place: KhalaPlace,
    failed: @escaping @Sendable (KhalaError) -> Void
  ) {
    do throws(KhalaError) {
      _ = try made(url, values, at: place).call(as: Any?.self)
    } catch  where error.code == .needsAsync {
      Task {
        do throws(KhalaError) {
          try await made(url, values, at: place).finish()
        } catch {
          failed(error)
        }
      }
    } catch {
      failed(error)
    }
  }

  private static func made(
    _ url: String, _ values: [String: any Sendable], at place: KhalaPlace
  ) -> Khala {
    Khala(text: url, params: values, isExternal: false, caller: place)
  }
}
