import Testing

@testable import ModularityTestSupport

@Suite struct `An agenda` {
  @Test(arguments: 0..<200) func `The agenda agrees with a sorted list under every operation`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var agenda = Agenda<Int, Int>()
    var list: [(deadline: Int, item: Int, ticket: Ticket)] = []
    for item in 0..<400 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0...2:
        let deadline = Int.random(in: 0..<20, using: &generator)
        let ticket = Ticket.next()
        agenda.insert(item, at: deadline, as: ticket)
        list.append((deadline, item, ticket))
      case 3...4:
        guard let index = list.indices.randomElement(using: &generator) else { continue }
        let removed = list.remove(at: index)
        #expect(agenda.remove(removed.ticket) == removed.item)
        #expect(agenda.remove(removed.ticket) == nil)
      default:
        let limit = Int.random(in: 0..<20, using: &generator)
        // The first of the smallest, because the list is in order of arrival.
        let first = list.indices.min { list[$0].deadline < list[$1].deadline }
          .flatMap { list[$0].deadline <= limit ? $0 : nil }
        let popped = agenda.popFirst(until: limit)
        #expect(popped?.item == first.map { list[$0].item })
        #expect(popped?.deadline == first.map { list[$0].deadline })
        if let first { list.remove(at: first) }
      }
      #expect(agenda.count == list.count)
      #expect(agenda.nextDeadline == list.map(\.deadline).min())
    }
  }

  @Test func `Every order of arrival leaves in order of deadline`() {
    for order in permutations(of: Array(0..<7)) {
      var agenda = Agenda<Int, Int>()
      for item in order { agenda.insert(item, at: item / 2, as: .next()) }
      var left: [Int] = []
      while let next = agenda.popFirst(until: .max) { left.append(next.item) }
      let expected = order.enumerated()
        .sorted { ($0.element / 2, $0.offset) < ($1.element / 2, $1.offset) }
        .map(\.element)
      #expect(left == expected)
    }
  }

  @Test func `Inserting and removing items does not use up memory`() {
    var agenda = Agenda<Int, Int>()
    agenda.insert(-1, at: 0, as: .next())
    for item in 1...10_000 {
      let ticket = Ticket.next()
      agenda.insert(item, at: item, as: ticket)
      #expect(agenda.remove(ticket) == item)
    }
    #expect(agenda.count == 1)
    #expect(agenda.keyCount <= 65)
  }
}

/// All orders of some elements.
private func permutations(of elements: [Int]) -> [[Int]] {
  guard !elements.isEmpty else { return [[]] }
  return elements.flatMap { element in
    permutations(of: elements.filter { $0 != element }).map { [element] + $0 }
  }
}
