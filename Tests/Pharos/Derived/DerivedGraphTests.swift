import ModularityTestSupport
import Pharos
import Testing

/// Random graphs of derived values, against one that computes everything anew.
@Suite struct DerivedGraphTests {
  /// A graph in which each part reads others, which ones depending on values.
  private final class Graph {
    let sources: [Observable<Int>]
    var derived: [Derived<Int>] = []
    /// What each part is to be, for the values of the sources.
    var formulas: [([Int]) -> Int] = []
    /// How often each part has been computed since the last look.
    var counts: [Int] = []

    init(using generator: inout SeededGenerator) {
      sources = (0..<4).map { Observable(wrappedValue: $0) }
      for index in 0..<4 { formulas.append { $0[index] } }
      for part in 0..<30 {
        let reads = (0..<3).map { _ in Int.random(in: 0..<(4 + part), using: &generator) }
        let modulus = Int.random(in: 2..<7, using: &generator)
        let known = reads.map { formulas[$0] }
        // The first decides which of the others is read.
        formulas.append { inputs in
          let decision = known[0](inputs)
          let other = decision % 2 == 0 ? known[1](inputs) : known[2](inputs)
          return (decision + 3 * other) % modulus
        }
        counts.append(0)
        derived.append(
          Derived { [unowned self] in
            counts[part] += 1
            let decision = read(reads[0])
            let other = read(decision % 2 == 0 ? reads[1] : reads[2])
            return (decision + 3 * other) % modulus
          })
      }
    }

    private func read(_ index: Int) -> Int {
      index < 4 ? sources[index].wrappedValue : derived[index - 4].value
    }
  }

  @Test(arguments: Array(0..<60) + [1901])
  func `After any sets, each derived value equals a fresh computation`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    let graph = Graph(using: &generator)
    var inputs = [0, 1, 2, 3]
    var relays: [Int: ValueRelay<Int>] = [:]
    var changes: [Int: [Changes<Int>]] = [:]
    for _ in 0..<60 {
      let part = Int.random(in: 0..<30, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        relays[part]?.discard()
        relays[part] = graph.derived[part].whenDidSet { changes[part, default: []].append($0) }
      case 1:
        relays.removeValue(forKey: part)?.discard()
      case 2:
        #expect(graph.derived[part].value == graph.formulas[part + 4](inputs))
      default:
        let before = inputs
        graph.counts = graph.counts.map { _ in 0 }
        changes = [:]
        let changed = (0..<4).filter { _ in Bool.random(using: &generator) }
        transaction {
          for index in changed { inputs[index] = Int.random(in: 0..<9, using: &generator) }
          for index in changed { graph.sources[index].wrappedValue = inputs[index] }
        }
        // Everything that is observed is connected, and so changes in one wave.
        for (part, _) in relays {
          let (old, new) = (graph.formulas[part + 4](before), graph.formulas[part + 4](inputs))
          let told = changes[part] ?? []
          #expect(told.last?.new ?? old == new)
          #expect(told.first?.old ?? old == old)
          #expect(told.map(arrow) == (old == new ? [] : ["\(old)->\(new)"]))
        }
        #expect(graph.counts.allSatisfy { $0 <= 1 })
      }
    }
    for (index, derived) in graph.derived.enumerated() {
      #expect(derived.value == graph.formulas[index + 4](inputs))
    }
  }

  /// A graph with values that must not be computed while their guards are closed, and effects
  /// of several sources.
  private final class GuardedGraph {
    let sources = (0..<5).map { Observable(wrappedValue: $0) }
    private(set) var derived: [Derived<Int>] = []
    private(set) var formulas: [([Int]) -> Int] = []
    private(set) var violations = 0
    private var guarded: [Derived<Int>] = []

    init(using generator: inout SeededGenerator) {
      for index in 0..<5 { formulas.append { $0[index] } }
      for part in 0..<20 {
        let (gate, input, other) = (
          Int.random(in: 0..<(5 + part), using: &generator),
          Int.random(in: 0..<(5 + part), using: &generator),
          Int.random(in: 0..<(5 + part), using: &generator)
        )
        let divisor = Int.random(in: 2..<5, using: &generator)
        let known = (formulas[gate], formulas[input], formulas[other])
        // The quotient is only asked for while the gate is not a multiple of the divisor.
        let quotient = Derived { [unowned self] in
          if read(gate) % divisor == 0 { violations += 1 }
          return read(input) + 7
        }
        guarded.append(quotient)
        derived.append(
          Derived { [unowned self] in
            read(gate) % divisor == 0 ? read(other) : quotient.value
          })
        formulas.append { known.0($0) % divisor == 0 ? known.2($0) : known.1($0) + 7 }
      }
    }

    func read(_ index: Int) -> Int {
      index < 5 ? sources[index].wrappedValue : derived[index - 5].value
    }
  }

  @Test(arguments: Array(0..<60) + [541, 1690, 1974, 2004, 2395, 2688, 2779, 2815])
  func `Guarded values are not computed behind closed guards, and effects see whole changes`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    let graph = GuardedGraph(using: &generator)
    var inputs = [0, 1, 2, 3, 4]
    var seen: [Int: [Int]] = [:]
    var effects: [Int: (effect: Effect, formula: ([Int]) -> Int)] = [:]
    for _ in 0..<60 {
      let key = Int.random(in: 0..<6, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        let (gate, one, other) = (
          Int.random(in: 0..<25, using: &generator), Int.random(in: 0..<25, using: &generator),
          Int.random(in: 0..<25, using: &generator)
        )
        effects[key]?.effect.cancel()
        let formulas = graph.formulas
        effects[key] = (
          Effect {
            let value =
              graph.read(gate) % 2 == 0 ? graph.read(one) : graph.read(other) - graph.read(one)
            seen[key, default: []].append(value)
          },
          {
            formulas[gate]($0) % 2 == 0
              ? formulas[one]($0) : formulas[other]($0) - formulas[one]($0)
          }
        )
      case 1:
        effects.removeValue(forKey: key)?.effect.cancel()
      default:
        seen = [:]
        let changed = (0..<5).filter { _ in Bool.random(using: &generator) }
        transaction {
          for index in changed { inputs[index] = Int.random(in: 0..<9, using: &generator) }
          for index in changed { graph.sources[index].wrappedValue = inputs[index] }
        }
        for (key, effect) in effects {
          let runs = seen[key, default: []]
          #expect(runs.count <= 1)
          #expect(runs.allSatisfy { $0 == effect.formula(inputs) })
        }
      }
      for (_, effect) in effects { withExtendedLifetime(effect) {} }
    }
    #expect(graph.violations == 0)
    for index in 0..<25 { #expect(graph.read(index) == graph.formulas[index](inputs)) }
  }
}
