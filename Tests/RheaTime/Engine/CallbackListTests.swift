import ModularityTestSupport
import Testing

@testable import RheaTime

@Suite struct CallbackListTests {
  private func randomCallback(
    number: Int, using generator: inout SeededGenerator
  ) -> Callback {
    let priority = RheaPriority(rawValue: .random(in: 4...6, using: &generator))
    let isRepeatable = Bool.random(using: &generator)
    let bodies: [CallbackBody] = [.sync { _ in }, .mainAsync { _ in }, .concurrent { _ in }]
    let body = bodies.randomElement(using: &generator)!
    guard Bool.random(using: &generator) else {
      return .added(priority: priority, isRepeatable: isRepeatable, number: number, body: body)
    }
    return .declared(
      priority: priority, isRepeatable: isRepeatable, id: UInt64(number),
      fileID: ["A/a.swift", "A/b.swift", "B/a.swift"].randomElement(using: &generator)!,
      line: .random(in: 1...3, using: &generator), column: .random(in: 1...2, using: &generator),
      body: body)
  }

  private func expect(_ list: CallbackList, toHave callbacks: [Callback]) {
    let expected = callbacks.sorted { $0.rank < $1.rank }
    #expect(list.callbacks.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
    #expect(list.isEmpty == expected.isEmpty)
    #expect(list.onceCount == expected.count { !$0.isRepeatable })
    #expect(list.mainCount == expected.count { !$0.body.isConcurrent })
    #expect(list.lastingCount == expected.count { !$0.body.returnsAtOnce })
  }

  @Test(arguments: 0..<40)
  func `Order and counts are right after any insertions and removals`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var list = CallbackList()
    var model: [Callback] = []
    for number in 0..<60 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let many = (0..<Int.random(in: 0..<4, using: &generator)).map {
          randomCallback(number: number * 10 + $0, using: &generator)
        }
        list.insert(contentsOf: many)
        model += many
      case 1 where !model.isEmpty:
        let gone = model.remove(at: .random(in: model.indices, using: &generator))
        let removals = [list.remove(gone), list.remove(gone)]
        #expect(removals == [true, false])
      default:
        let one = randomCallback(number: number * 10, using: &generator)
        list.insert(one)
        model.append(one)
      }
      expect(list, toHave: model)
    }
    expect(CallbackList(list.callbacks), toHave: model)
  }

  /// Quadratic work would be some two hundred million comparisons.
  @Test func `Adding and removing a callback takes few comparisons`() {
    let count = 20_000
    var comparisons = 0
    func precedes(_ left: Callback, _ right: Callback) -> Bool {
      comparisons += 1
      return left.precedes(right)
    }
    var list = CallbackList()
    let callbacks = (0..<count).map { Callback.added(number: $0) }
    for callback in callbacks { list.insert(callback, by: precedes) }
    #expect(comparisons <= count * 15)
    comparisons = 0
    let removals = callbacks.reversed().map { list.remove($0, by: precedes) }
    #expect(removals.allSatisfy { $0 })
    #expect(list.isEmpty)
    #expect(comparisons <= count * 17)
  }
}

/// Where a callback stands, as values that are compared one after the other.
struct CallbackRank: Comparable {
  let numbers: (priority: Int, kind: Int)
  let file: String
  let place: (line: Int, column: Int, tie: UInt64)

  static func < (left: Self, right: Self) -> Bool {
    if left.numbers != right.numbers { return left.numbers < right.numbers }
    return left.file != right.file ? left.file < right.file : left.place < right.place
  }

  static func == (left: Self, right: Self) -> Bool {
    left.numbers == right.numbers && left.file == right.file && left.place == right.place
  }
}

extension Callback {
  var rank: CallbackRank {
    switch origin {
    case .record(let id, let column, _, _):
      CallbackRank(
        numbers: (-priority.rawValue, 0), file: location.fileID,
        place: (location.line, column, id))
    case .call(let number):
      CallbackRank(numbers: (-priority.rawValue, 1), file: "", place: (number, 0, 0))
    }
  }
}
