import Testing
import ToolkitTrace

@testable import ProcessLifecycle

extension SignalDisposition {
  /// A signal arrives some milliseconds after the start.
  fileprivate mutating func arrived(
    _ signal: ProcessSignal, previous: Previous, hostInCharge: Bool = false,
    after milliseconds: Int64 = 0
  ) -> Arrival {
    arrived(
      signal, previous: previous, hostInCharge: hostInCharge,
      at: TraceInstant(nanoseconds: 5_000_000_000 + milliseconds * 1_000_000))
  }
}

@Suite struct SignalDispositionTests {
  @Test func `Eight events are signals, and no two share a number`() {
    #expect(ProcessSignal.all.count == 8)
    #expect(Set(ProcessSignal.all.map(\.number)).count == 8)
    #expect(ProcessSignal(.idle) == nil)
  }

  @Test func `A second request to end, of any kind, takes effect at once`() throws {
    let endings = ProcessSignal.all.filter(\.asksToEnd)
    #expect(Set(endings.map(\.event)) == [.terminate, .interrupt, .hangup])
    for first in endings {
      for second in endings {
        var disposition = SignalDisposition()
        #expect(
          disposition.arrived(first, previous: .systemDefault, hostInCharge: false)
            == .tellListeners)
        #expect(
          disposition.arrived(second, previous: .systemDefault, after: 1_000)
            == .forceDefaultAction)
      }
    }
  }

  @Test func `Requests to end within a second are one`() throws {
    let terminate = try #require(ProcessSignal(.terminate))
    let interrupt = try #require(ProcessSignal(.interrupt))
    var disposition = SignalDisposition()
    let arrivals = [(terminate, 0), (terminate, 0), (interrupt, 500), (terminate, 999)].map {
      disposition.arrived($0, previous: .systemDefault, after: $1)
    }
    #expect(arrivals == [.tellListeners, .ignore, .ignore, .ignore])
    // The signals that were ignored have no delivery that would have to finish.
    let repeats = disposition.finished(terminate, previous: .systemDefault, hostInCharge: false)
    #expect(repeats)
    let next = disposition.arrived(terminate, previous: .systemDefault, after: 1_200)
    #expect(next == .tellListeners)
    let late = [(2_100, SignalDisposition.Arrival.ignore), (2_200, .forceDefaultAction)]
    for (time, expected) in late {
      let arrival = disposition.arrived(terminate, previous: .systemDefault, after: Int64(time))
      #expect(arrival == expected)
    }
  }

  @Test func `After a request to end is finished, the next counts as a first`() throws {
    let interrupt = try #require(ProcessSignal(.interrupt))
    var disposition = SignalDisposition()
    for _ in 0..<3 {
      #expect(
        disposition.arrived(interrupt, previous: .systemDefault, hostInCharge: false)
          == .tellListeners)
      #expect(disposition.finished(interrupt, previous: .handler, hostInCharge: false) == true)
    }
  }

  @Test(arguments: [SignalDisposition.Previous.ignored, .dispatchSource, .answered])
  func `Without anything to force, listeners receive every request to end`(
    previous: SignalDisposition.Previous
  ) throws {
    let interrupt = try #require(ProcessSignal(.interrupt))
    var disposition = SignalDisposition()
    for _ in 0..<3 {
      let arrival = disposition.arrived(interrupt, previous: previous, hostInCharge: false)
      #expect(arrival == .tellListeners)
    }
    for _ in 0..<3 {
      let repeats = disposition.finished(interrupt, previous: previous, hostInCharge: false)
      #expect(!repeats)
    }
    let arrival = disposition.arrived(interrupt, previous: .systemDefault, hostInCharge: false)
    #expect(arrival == .tellListeners, "all deliveries have been counted off")
  }

  @Test(arguments: [SignalDisposition.Previous.ignored, .dispatchSource, .answered])
  func `A signal that ends nothing does not make the next request a second one`(
    previous: SignalDisposition.Previous
  ) throws {
    let hangup = try #require(ProcessSignal(.hangup))
    let terminate = try #require(ProcessSignal(.terminate))
    var disposition = SignalDisposition()
    let first = disposition.arrived(hangup, previous: previous, hostInCharge: false)
    #expect(first == .tellListeners)
    let second = disposition.arrived(terminate, previous: .systemDefault, hostInCharge: false)
    #expect(second == .tellListeners)
    let third = disposition.arrived(terminate, previous: .systemDefault, after: 1_000)
    #expect(third == .forceDefaultAction)
  }

  @Test func `A host receives every request to end`() throws {
    let terminate = try #require(ProcessSignal(.terminate))
    var disposition = SignalDisposition()
    #expect(
      disposition.arrived(terminate, previous: .systemDefault, hostInCharge: true) == .tellListeners
    )
    #expect(
      disposition.arrived(terminate, previous: .systemDefault, hostInCharge: true) == .tellListeners
    )
    #expect(disposition.finished(terminate, previous: .systemDefault, hostInCharge: true) == false)
    #expect(disposition.finished(terminate, previous: .systemDefault, hostInCharge: false) == true)
  }

  @Test func `Other signals never force anything`() {
    for signal in ProcessSignal.all where !signal.asksToEnd {
      var disposition = SignalDisposition()
      for _ in 0..<3 {
        #expect(
          disposition.arrived(signal, previous: .systemDefault, hostInCharge: false)
            == .tellListeners)
      }
    }
  }

  @Test func `The default action is repeated only if it would have occurred without listeners`() {
    for signal in ProcessSignal.all {
      #expect(SignalDisposition.mustRepeat(signal, previous: .handler))
      #expect(!SignalDisposition.mustRepeat(signal, previous: .ignored))
      #expect(!SignalDisposition.mustRepeat(signal, previous: .dispatchSource))
      #expect(!SignalDisposition.mustRepeat(signal, previous: .answered))
      let repeatsDefault = SignalDisposition.mustRepeat(signal, previous: .systemDefault)
      let expected = [.terminate, .interrupt, .hangup, .suspend].contains(signal.event)
      #expect(repeatsDefault == expected, "\(signal.name)")
    }
  }
}
