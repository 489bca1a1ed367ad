import ModularityTestSupport
import Pharos
import Testing

/// Relays that take each other's values end with the one that was set last, in a bounded
/// number of changes.
@Suite struct ConvergenceTests {
  let model = Model()
  let log = Log()

  /// Counts changes, and fails instead of hanging.
  private final class Tally {
    private(set) var count = 0

    func add() {
      count += 1
      precondition(count < 10_000, "the relays do not settle")
    }
  }

  @Test(arguments: [false, true])
  func `An observer that corrects a bonded value corrects both sides`(isBondedFirst: Bool) {
    if isBondedFirst { model.$number.bonding(with: model.$other) }
    let tally = Tally()
    model.$number.addDidSet { [model] change in
      tally.add()
      if change.new > 10 { model.number = 10 }
    }
    if !isBondedFirst { model.$number.bonding(with: model.$other) }
    model.$other.addDidSet { log.note("other", $0) }
    model.number = 11
    #expect(model.number == 10)
    #expect(model.other == 10)
    #expect(tally.count == 2)
    #expect(log.take() == ["other 0->11", "other 11->10"])
    model.other = 12
    #expect(model.number == 10)
    #expect(model.other == 10)
    #expect(tally.count == 4)
  }

  @Test func `An observer that trims a bonded text trims both sides`() {
    let field = Model()
    let tally = Tally()
    model.$text.addDidSet { [model] change in
      tally.add()
      let trimmed = change.new.map { String($0.drop { $0 == " " }) }
      if trimmed != change.new { model.text = trimmed }
    }
    model.$text.bonding(with: field.bondableRelays.text)
    field.text = " a"
    #expect(model.text == "a")
    #expect(field.text == "a")
    model.text = " b"
    #expect(model.text == "b")
    #expect(field.text == "b")
    #expect(tally.count == 4)
  }

  @Test func `Both sides that correct each other end where both agree`() {
    let tally = Tally()
    for (relay, other) in [(model.$number, model.$other), (model.$other, model.$number)] {
      relay.addDidSet { change in
        tally.add()
        if change.new > 10 { relay.apply(value: 10) }
        if change.new % 2 == 1 { other.apply(value: change.new - 1) }
      }
    }
    model.$number.bonding(with: model.$other)
    model.number = 13
    #expect(model.number == 10)
    #expect(model.other == 10)
    model.other = 7
    #expect(model.number == 6)
    #expect(model.other == 6)
    #expect(tally.count < 20)
  }

  @Test func `Values that are converted both ways settle where they cross`() {
    let trigger = Observable(wrappedValue: 0)
    let tally = Tally()
    let (celsius, fahrenheit) = (model.$number, model.$other)
    celsius.map { $0 * 9 / 5 + 32 }.relayUniqueValue(to: fahrenheit)
    fahrenheit.map { ($0 - 32) * 5 / 9 }.relayUniqueValue(to: celsius)
    celsius.addDidSet { log.note("celsius", $0) }
    fahrenheit.addDidSet { _ in tally.add() }
    trigger.projectedValue.whenDidSet { [model] in
      model.number = $0.new
      model.other = 212
    }
    trigger.wrappedValue = 5
    #expect(model.number == 100)
    #expect(model.other == 212)
    #expect(log.take() == ["celsius 0->5", "celsius 5->100"])
    #expect(tally.count == 1)
    transaction {
      model.other = 32
      model.number = 10
    }
    #expect(model.number == 10)
    #expect(model.other == 50)
  }

  @Test func `The last value set in a transaction stays, whatever else it sets`() {
    let third = Observable(wrappedValue: 0)
    // One domain, and so one change, of which `other` is no part.
    let merged = mergeRelays(model.$number, third.projectedValue)
    model.$number.map { $0 * 10 }.relayValue(to: model.$other)
    transaction {
      model.number = 1
      model.other = 7
      third.wrappedValue = 3
    }
    #expect(model.other == 7)
    transaction {
      model.number = 1
      model.other = 8
      model.number = 2
    }
    #expect(model.other == 20)
    merged.discard()
  }

  @Test func `A combined relay is relayed with each of its values`() {
    // `other` gets the value of a merge that takes two steps for one set: each arrives.
    let sum = Observable(wrappedValue: 0)
    model.$number.relayValue(to: model.$other)
    mergeRelays(model.$number, model.$other).map { $0.0 + $0.1 }
      .relayValue(to: sum.projectedValue)
    sum.projectedValue.whenDidSet { log.note("sum", $0) }
    model.number = 1
    #expect(log.take() == ["sum 0->1", "sum 1->2"])
    transaction {
      model.other = 5
      model.number = 2
    }
    #expect(sum.wrappedValue == 4)
  }

  @Test func `A derived value is relayed with each of its changes`() {
    let derived: Derived<Int> = Derived { [model] in model.number * 10 }
    derived.projectedValue.relayValue(to: model.$other)
    for number in 1...3 {
      model.number = number
      #expect(model.other == number * 10)
      model.other = 0
    }
  }

  // MARK: Small graphs

  /// How two relays are linked.
  enum Link: CaseIterable {
    case none, bond, uniqueBothWays, bothWays, oneWay, uniqueOneWay

    var isBothWays: Bool { self == .bond || self == .uniqueBothWays || self == .bothWays }
  }

  /// Relays in a ring, each linked with the next.
  final class Graph {
    let relays: [Observable<Int>]
    let trigger = Observable(wrappedValue: 0)
    private(set) var told: [[Int]]

    init(_ links: [Link], observersFirst: Bool) {
      relays = links.map { _ in Observable(wrappedValue: 0) }
      told = links.map { _ in [] }
      if observersFirst { observe() }
      for (index, link) in links.enumerated() {
        let one = relays[index].projectedValue
        let other = relays[(index + 1) % links.count].projectedValue
        switch link {
        case .none: break
        case .bond: one.bonding(with: other)
        case .uniqueBothWays:
          one.relayUniqueValue(to: other)
          other.relayUniqueValue(to: one)
        case .bothWays:
          one.relayValue(to: other)
          other.relayValue(to: one)
        case .oneWay: one.relayValue(to: other)
        case .uniqueOneWay: one.relayUniqueValue(to: other)
        }
      }
      if !observersFirst { observe() }
    }

    private func observe() {
      for index in relays.indices {
        relays[index].projectedValue.addDidSet { [unowned self] in
          told[index].append($0.new)
          precondition(told[index].count < 1_000, "the relays do not settle")
        }
      }
    }

    var values: [Int] { relays.map(\.wrappedValue) }

    /// Makes the sets before anything is delivered.
    func setAtOnce(_ sets: [(relay: Int, value: Int)]) {
      let relay = trigger.projectedValue.addDidSet { [relays] _ in
        for set in sets { relays[set.relay].wrappedValue = set.value }
      }
      trigger.wrappedValue = 1
      relay.discard()
    }

    func setInTurn(_ sets: [(relay: Int, value: Int)]) {
      for set in sets { relays[set.relay].wrappedValue = set.value }
    }

    func setInTransaction(_ sets: [(relay: Int, value: Int)]) {
      transaction { setInTurn(sets) }
    }
  }

  /// All rows of three sets of so many relays to one of two values, of which the first
  /// is 1.
  private func rows(of count: Int) -> [[(relay: Int, value: Int)]] {
    let sets = (0..<count).flatMap { relay in (1...2).map { (relay: relay, value: $0) } }
    return sets.filter { $0.value == 1 }.flatMap { one in
      sets.flatMap { two in sets.map { [one, two, $0] } }
    }
  }

  @Test(arguments: Link.allCases)
  func `In every small graph, whatever is set at once ends with what was set last`(
    first: Link
  ) {
    let all = Link.allCases
    check(all.flatMap { second in all.map { [first, second, $0] } })
  }

  @Test(arguments: Link.allCases.filter(\.isBothWays))
  func `In every row of four, whatever is set at once ends with what was set last`(
    first: Link
  ) {
    let all = Link.allCases.filter(\.isBothWays)
    check(all.flatMap { second in all.map { [first, second, $0, .none] } })
  }

  private func check(_ graphs: [[Link]]) {
    var failures: [String] = []
    for links in Sweep.inputs(graphs, oneIn: 7) {
      for (number, row) in rows(of: links.count).enumerated() {
        let graph = Graph(links, observersFirst: number % 2 == 0)
        if number % 3 == 0 { graph.setInTransaction(row) } else { graph.setAtOnce(row) }
        failures += problems(graph, links, row).map { "\(links), \(row): \($0)" }
        // What is set afterwards arrives as ever.
        let last = [row[0]]
        graph.setInTurn(last)
        failures += problems(graph, links, last, isFirst: false).map {
          "\(links), \(row), then \(last): \($0)"
        }
      }
    }
    #expect(failures.count == 0, "\(failures.prefix(5))")
  }

  /// What is wrong with a graph after a row of sets.
  private func problems(
    _ graph: Graph, _ links: [Link], _ row: [(relay: Int, value: Int)], isFirst: Bool = true
  ) -> [String] {
    var problems: [String] = []
    let values = graph.values
    let last = row[row.count - 1]
    if values[last.relay] != last.value { problems.append("the last set is lost") }
    for (index, link) in links.enumerated() where link.isBothWays {
      if values[index] != values[(index + 1) % links.count] { problems.append("\(values) differ") }
    }
    for (told, value) in zip(graph.told, values) {
      if isFirst, told.count > row.count { problems.append("a value came twice: \(told)") }
      if let last = told.last, last != value { problems.append("told of \(last) last") }
    }
    let isPlain = !links.contains(.uniqueOneWay) && !links.contains(.uniqueBothWays)
    guard isFirst, isPlain else { return problems }
    // As if each had been led through all relays before the next.
    let other = Graph(links, observersFirst: true)
    other.setInTurn(row)
    if values != other.values { problems.append("\(values), in turn \(other.values)") }
    return problems
  }
}
