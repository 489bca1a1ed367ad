import ModularityTestSupport
import Testing

@testable import Khala

@Suite struct RouteConcurrencyTests {
  @Test func `Eight threads add, call and remove routes, and each finds its own`() async throws {
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for round in 0..<12 {
            let url = "kl://Threads.own/\(thread)/\(round)"
            do {
              let route = try Khala.route(url) { _ in thread * 1000 + round }
              let answer: Int = try Khala(str: url)!.call()
              #expect(answer == thread * 1000 + round)
              #expect(route.cancel())
            } catch {
              Issue.record(error)
            }
            let error = #expect(throws: KhalaError.self) {
              try Khala(str: url)!.call(as: Int.self)
            }
            #expect(error?.code == .classNotFound)
          }
        }
      }
    }
  }

  @Test func `A route that is removed is not called by a call that starts afterwards`() async throws
  {
    for _ in 0..<10 {
      let removals = EventRecorder<Void>()
      let route = try Khala.route("kl://Threads.removed/f") { _ in 1 }
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<50 {
              let wasRemoved = !removals.events.isEmpty
              let answer = try? Khala(str: "kl://Threads.removed/f")!.call(as: Int.self)
              if wasRemoved { #expect(answer == nil) }
            }
          }
        }
        group.addTask {
          route.cancel()
          removals.record(())
        }
      }
    }
  }

  @Test func `Interceptors and fallbacks may be added and removed during calls`() async throws {
    let route = try Khala.route("kl://Threads.asked/f") { try $0.value("a", default: 0) }
    defer { route.cancel() }
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for _ in 0..<100 {
            do {
              if thread.isMultiple(of: 2) {
                let asked = try Khala.intercept("kl://Threads.asked/f") { $0.params["a"] = 1 }
                let fallback = Khala.fallback(scheme: "threads\(thread)") { _, _ in thread }
                #expect(try Khala(str: "threads\(thread)://no/f")!.call() == thread)
                #expect(fallback.cancel())
                #expect(asked.cancel())
              } else {
                let answer: Int = try Khala(str: "kl://Threads.asked/f")!.call()
                #expect(0...1 ~= answer)
              }
            } catch {
              Issue.record(error)
            }
          }
        }
      }
    }
  }

  @Test func `Every new snapshot of the routes has a higher number`() throws {
    let before = KhalaState.current.routes.board.version
    let route = try Khala.route("kl://Threads.version/f") { _ in 1 }
    let with = KhalaState.current.routes.board.version
    #expect(with > before)
    route.cancel()
    #expect(KhalaState.current.routes.board.version > with)
  }
}
