import Testing

@testable import TaskKit

/// What a run looks like as text.
@Suite struct RunTextTests {
  @Test func `A run is printed as a table with notes`() {
    #expect(
      TaskRunReport.launch.description == """
        run 1, .didFinishLaunching: 6 tasks in 22.5 ms, main actor and 2 workers
        #  task          lane          start    wait      run  tries  outcome
        1  OpenDatabase  worker 1       0 ns    0 ns  12.3 ms      1  succeeded
        2  ShowWindow    main           0 ns    0 ns     8 ms      1  succeeded
        3  ReadSettings  worker 2     100 µs  100 µs   2.3 ms      1  succeeded
        4  Login         concurrent   2.5 ms  100 µs    20 ms      3  failed
        5  ShowFeed      main        12.4 ms   50 µs   9.5 ms      1  succeeded
        -  ShowName      -                 -       -        -      -  skipped
        critical path: 22.3 ms, ReadSettings → Login
        lower bound: 22.3 ms with 2 workers, 200 µs less than it took
        waiting: 250 µs in all, 100 µs of it 'ReadSettings'
        failed:
        - Login: App/Tasks.swift:4: the task 'Login' failed: no network
        skipped:
        - ShowName: 'ShowName' requires 'Login'; that failed
        """)
  }

  @Test func `A run without tasks is printed as one line`() {
    #expect(
      TaskRunReport.handMade(number: 7, event: .reload, []).description == """
        run 7, .reload: 0 tasks in 0 ns, main actor and 2 workers
        """)
  }

  @Test func `A name with line breaks stays on its line`() {
    let text = TaskRunReport.handMade([.worker(1, "one\ntwo", 0...5)]).description
    #expect(text.split(separator: "\n").count == 5)
    #expect(text.contains("one two"))
  }

  @Test func `Problems of the plan are printed at the end`() {
    let report = TaskRunReport.handMade([
      .skipped("A", because: "cycle", requires: ["B"]),
      .skipped("B", because: "cycle", requires: ["A"]),
    ])
    #expect(
      report.description == """
        run 1, .didFinishLaunching: 2 tasks in 0 ns, main actor and 2 workers
        #  task  lane  start  wait  run  tries  outcome
        -  A     -         -     -    -      -  skipped
        -  B     -         -     -    -      -  skipped
        skipped:
        - A: cycle
        - B: cycle
        problems:
        - App/Tasks.swift:1: tasks require each other in a cycle, so none of them can be the \
        first: A → B → A. They are declared at App/Tasks.swift:1, App/Tasks.swift:2. Remove \
        one of these dependencies, or let one task only follow the other.
        """)
  }
}
