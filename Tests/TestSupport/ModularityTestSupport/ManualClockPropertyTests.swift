import ModularityTestSupport
import Testing

/// Random programs, run on a manual clock and by a model that looks through all
/// sleepers each time.
@Suite struct `A manual clock agrees with a brute-force model` {
  @Test(arguments: 0..<300) func `Every random program takes the same course`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let program = Program.random(using: &generator)
    #expect(program.runOnClock() == program.runOnModel())
  }

  @Test func `The random programs have effects`() {
    let courses = (0..<300).map { seed in
      var generator = SeededGenerator(seed: UInt64(seed))
      return Program.random(using: &generator).runOnModel()
    }
    #expect(courses.contains { course in course.contains { $0.hasPrefix("cancelled") } })
    #expect(courses.map(\.count).reduce(0, +) > 5000)
  }
}

/// What a test does with a clock, in order.
private struct Program {
  enum Step {
    /// Start a task that sleeps for each duration in turn.
    case task([Int])
    /// Schedule a callback, which schedules the next, and so on.
    case callbacks([Int])
    /// Cancel the task or the callback that is waiting, of the n-th actor.
    case cancel(Int)
    case advance(Int)
  }

  let steps: [Step]

  static func random(using generator: inout SeededGenerator) -> Program {
    func delays() -> [Int] {
      (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Int.random(in: -2...8, using: &generator)
      }
    }
    var actors = 0
    let steps = (0..<40).map { _ -> Step in
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...2:
        actors += 1
        return .task(delays())
      case 3...5:
        actors += 1
        return .callbacks(delays())
      case 6 where actors > 0:
        return .cancel(Int.random(in: 0..<actors, using: &generator))
      default:
        return .advance(Int.random(in: 0...6, using: &generator))
      }
    }
    return Program(steps: steps + [.advance(100)])
  }

  func runOnClock() -> [String] {
    let clock = ManualClock()
    let log = EventRecorder<String>()
    var cancellations: [() -> Void] = []
    for step in steps {
      let name = cancellations.count
      switch step {
      case .task(let delays):
        let task = Task(executorPreference: clock.executor) {
          do {
            for delay in delays {
              try await clock.sleep(for: .seconds(delay))
              log.record("\(name) at \(clock.now)")
            }
          } catch {
            log.record("cancelled \(name) at \(clock.now)")
          }
        }
        clock.advance(by: .zero)
        cancellations.append {
          task.cancel()
          clock.advance(by: .zero)
        }
      case .callbacks(let delays):
        let chain = CallbackChain(name: name, delays: delays, clock: clock, log: log)
        chain.schedule()
        cancellations.append {
          if chain.cancel() { log.record("cancelled \(name) at \(clock.now)") }
        }
      case .cancel(let actor):
        cancellations[actor]()
      case .advance(let seconds):
        clock.advance(by: .seconds(seconds))
      }
    }
    return log.events
  }

  func runOnModel() -> [String] {
    var model = Model()
    for step in steps {
      switch step {
      case .task(let delays): model.start(delays, isTask: true)
      case .callbacks(let delays): model.start(delays, isTask: false)
      case .cancel(let actor): model.cancel(actor)
      case .advance(let seconds): model.advance(by: seconds)
      }
    }
    return model.log
  }
}

/// The same program in plain numbers.
private struct Model {
  private struct Sleeper {
    let name: Int
    let isTask: Bool
    let deadline: Int
    let arrival: Int
    let rest: ArraySlice<Int>
  }

  private(set) var log: [String] = []
  private var now = 0
  private var arrivals = 0
  private var isTask: [Bool] = []
  private var sleepers: [Sleeper] = []

  mutating func start(_ delays: [Int], isTask: Bool) {
    // A task gets to its first sleep in an advance by zero, which then runs what
    // is due; a callback only waits.
    wait(name: self.isTask.count, isTask: isTask, delays[...])
    if isTask { advance(by: 0) }
    self.isTask.append(isTask)
  }

  mutating func cancel(_ name: Int) {
    if let index = sleepers.firstIndex(where: { $0.name == name }) {
      sleepers.remove(at: index)
      log.append("cancelled \(name) at \(Duration.seconds(now))")
    }
    if isTask[name] { advance(by: 0) }
  }

  mutating func advance(by seconds: Int) {
    let end = now + seconds
    while let next = sleepers.filter({ $0.deadline <= end }).min(by: {
      ($0.deadline, $0.arrival) < ($1.deadline, $1.arrival)
    }) {
      sleepers.removeAll { $0.arrival == next.arrival }
      now = max(now, next.deadline)
      log.append("\(next.name) at \(Duration.seconds(now))")
      wait(name: next.name, isTask: next.isTask, next.rest)
    }
    now = end
  }

  private mutating func wait(name: Int, isTask: Bool, _ delays: ArraySlice<Int>) {
    guard let delay = delays.first else { return }
    if isTask, delay <= 0 {
      log.append("\(name) at \(Duration.seconds(now))")
      wait(name: name, isTask: isTask, delays.dropFirst())
    } else {
      arrivals += 1
      sleepers.append(
        Sleeper(
          name: name, isTask: isTask, deadline: now + delay, arrival: arrivals,
          rest: delays.dropFirst()))
    }
  }
}
