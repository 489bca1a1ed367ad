extension Khala {
  /// Makes a call whose result is not waited for: on this thread as far as that is possible,
  /// and from there on in a task.
  ///
  /// - Parameters:
  ///   - url: What is called.
  ///   - values: What comes with the call.
  ///   - location: Where it is made.
  ///   - failed: Called with the error if the call fails.
  package static func send(
    _ url: String, values: [String: any Sendable], at location: CodeLocation,
    failed: @escaping @Sendable (KhalaError) -> Void
  ) {
    let call = Khala(text: url, params: values, isExternal: false, caller: location)
    do throws(KhalaError) {
      guard let rest = try call.begin() else { return }
      // The call was made here and there is no other reference to it, so it can be sent.
      let sent = Sent((call, rest))
      Task {
        let (call, rest) = sent.take()
        do throws(KhalaError) {
          try await call.finish(rest)
        } catch {
          failed(error)
        }
      }
    } catch {
      failed(error)
    }
  }

  /// The rest of a call that has begun: its state, and the step that has to be waited for.
  struct Rest {
    var journey: CallJourney
    let step: CallJourney.Step
  }

  /// Makes the call as far as that is possible without waiting.
  ///
  /// - Returns: What is left; nothing if the call has been made.
  private func begin() throws(KhalaError) -> Rest? {
    var journey = try journey(closures: [], fillsIn: true, Khala.settings)
    do throws(KhalaError) {
      while true {
        let step = try journey.next()
        if step.mustBeWaitedFor { return Rest(journey: journey, step: step) }
        switch step {
        case .ask(let interceptor, let node):
          try interceptor.ask(about: node)
        case .arrive(let arguments):
          _ = try arguments.target.call(
            with: arguments, for: caller, notifying: journey.observers)
          return nil
        }
      }
    } catch {
      throw journey.ended(by: error)
    }
  }
}

extension CallJourney.Step {
  /// A Boolean value that indicates whether the calling thread cannot take the step, so
  /// that it has to be waited for.
  fileprivate var mustBeWaitedFor: Bool {
    switch self {
    case .ask(let interceptor, _): interceptor.suspends
    case .arrive(let arguments): arguments.target.mustBeWaitedFor
    }
  }
}
