import ModularityTestSupport
import Synchronization
import TaskStore
import Testing

@testable import Bridge

/// The frames of the view of jobs.
@Suite struct JobsFrameTests {
  private static let now = TaskTime(nanoseconds: 1_893_456_000_000_000_000)

  private static func job(
    _ id: Int64, _ state: JobRecord.State, _ name: String, queue: String = "mail",
    ran: Double, detail: String? = nil
  ) -> JobRecord {
    JobRecord(
      id: JobID(id), name: name, queue: queue, state: state, payload: "1", enqueueTime: now,
      dueTime: now + .seconds(-ran - 2), startTime: now + .seconds(-ran), endTime: now,
      detail: detail)
  }

  /// Two queues with all there is to see.
  private static let busy = JobsOverview(
    store: "a store",
    statistics: JobStatistics(
      of: [
        job(1, .succeeded, "SendInvoice", ran: 0.25),
        job(4, .failed, "SendInvoice", ran: 4, detail: "no such address: 1 Harbour Street"),
        job(6, .failed, "Scale", queue: "pictures", ran: 90, detail: "no\u{1B}[31m red\nink"),
        job(7, .failed, "SendInvoice", ran: 4, detail: "no such address: 1 Harbour Street"),
      ],
      queues: [
        JobQueueRecord(
          name: "mail", counts: [.waiting: 1_200, .succeeded: 45_000, .failed: 2, .running: 2]),
        JobQueueRecord(name: "pictures", isPaused: true, counts: [.failed: 1, .delayed: 3]),
      ],
      within: .seconds(60), at: now),
    running: [
      .init(
        id: JobID(9), name: "SendInvoice", queue: "mail", attempt: 2, seconds: 75.2,
        progress: 0.55, isCancelling: false),
      .init(
        id: JobID(8), name: "Print", queue: "mail", attempt: 1, seconds: 0.012, progress: nil,
        isCancelling: true),
    ])

  private static let empty = JobsOverview(
    store: nil, statistics: JobStatistics(of: [], queues: [], within: .seconds(60), at: now),
    running: [])

  /// An overview with many queues, running jobs and failures.
  private static let full = JobsOverview(
    store: nil,
    statistics: JobStatistics(
      of: (1...40).map {
        job($0, .failed, "Job\($0)", queue: "queue\($0)", ran: 1, detail: "error \($0)")
      }, queues: [], within: .seconds(60), at: now),
    running: (1...40).map {
      .init(
        id: JobID($0), name: "Job\($0)", queue: "mail", attempt: 1, seconds: 1, progress: 0.1,
        isCancelling: false)
    })

  @Test func `A wide frame shows queues, what runs and the latest failures`() {
    #expect(
      Self.busy.lines(width: 200, notice: "q quits").joined(separator: "\n") == """
        1200 waiting, 2 running, 3 failed; 4/min ended in 60 s

        QUEUE              WAITING  RUNNING  DELAYED  BLOCKED  FAILED   DONE  CANCELLED  SKIPPED  ENDED  WAIT P50  P95  P99  RUN P50   P95   P99
        mail                  1200        2        0        0       2  45000          0        0  3/min       2 s  2 s  2 s      4 s   4 s   4 s
        pictures (paused)        0        0        3        0       1      0          0        0  1/min         –    –    –     90 s  90 s  90 s
        all                   1200        2        3        0       3  45000          0        0  4/min       2 s  2 s  2 s      4 s  90 s  90 s

        RUNNING  JOB          QUEUE  ATTEMPT    FOR  PROGRESS
              9  SendInvoice  mail         2   75 s  █████░░░░░ 55 %
              8  Print        mail         1  12 ms  being cancelled

        FAILED  JOB          LATEST  ERROR
             2  SendInvoice       7  no such address: 1 Harbour Street
             1  Scale             6  no\\u{1B}[31m red\\nink

        q quits
        """)
  }

  @Test func `A narrow frame leaves out what matters least, and cuts texts`() {
    #expect(
      Self.busy.lines(width: 44).joined(separator: "\n") == """
        1200 waiting, 2 running, 3 failed; 4/min en…

        QUEUE        WAITING  RUNNING  FAILED  ENDED
        mail            1200        2       2  3/min
        pictures (…        0        0       1  1/min
        all             1200        2       3  4/min

        RUNNING  JOB            FOR  PROGRESS
              9  SendInvoice   75 s  █████░░░░░ 55 %
              8  Print        12 ms  being cancelled

        FAILED  JOB          LATEST  ERROR
             2  SendInvoice       7  no such addres…
             1  Scale             6  no\\u{1B}[31m r…
        """)
  }

  @Test func `A low frame shares its lines, and says what it leaves out`() {
    let lines = Self.full.lines(width: 60, height: 20, notice: "q")
    #expect(lines.count == 20)
    #expect(lines.count { $0.hasPrefix("… ") } == 3)
    #expect(lines.last == "q")
    // A heading, and of 41 rows of queues three.
    #expect(lines.contains("… 38 more"))
  }

  @Test func `A long notice has several lines`() {
    #expect(
      Self.empty.lines(width: 17, notice: "nothing listens – q quits")
        == ["no jobs", "", "nothing listens –", "q quits"])
    #expect("a verylongword b".wrapped(to: 5) == ["a", "very…", "b"])
    #expect("".wrapped(to: 5) == [])
  }

  @Test func `Without jobs the frame says so`() {
    #expect(Self.empty.lines() == ["no jobs"])
    #expect(Self.empty.lines(notice: "q") == ["no jobs", "", "q"])
  }

  @Test(arguments: [busy, empty, full])
  func `No frame is wider or higher than its screen`(overview: JobsOverview) {
    for width in stride(from: -1, through: 170, by: 3) {
      for height in stride(from: -1, through: 50, by: 3) {
        let lines = overview.lines(width: width, height: height, notice: "q quits")
        #expect(lines.count <= max(0, height))
        #expect(lines.allSatisfy { $0.count <= max(0, width) })
        #expect(lines.isEmpty == (width <= 0 || height <= 0))
      }
    }
  }

  @Test(
    arguments: [
      (nil, "–"), (.nan, "–"), (.infinity, "–"), (-1, "0 ms"), (0, "0 ms"), (0.0124, "12 ms"),
      (0.9994, "999 ms"), (0.9996, "1 s"), (1.25, "1.3 s"), (9.94, "9.9 s"), (9.96, "10 s"),
      (119, "119 s"), (120, "2 min"), (7_200, "2 h"), (172_800, "2 d"),
      (1e300, "1000000000000000 d"),
    ] as [(Double?, String)])
  func `A duration has the unit that shows two or three digits`(seconds: Double?, text: String) {
    #expect(FrameNumbers.duration(seconds) == text)
  }

  @Test(
    arguments: [
      (0, "0/s"), (-1, "0/s"), (.nan, "0/s"), (0.05, "3/min"), (0.025, "1.5/min"), (1.5, "1.5/s"),
      (12.4, "12/s"), (1e300, "1000000000000000/s"),
    ] as [(Double, String)])
  func `A low rate is per minute`(rate: Double, text: String) {
    #expect(FrameNumbers.rate(rate) == text)
  }

  @Test(
    arguments: [
      (nil, ""), (.nan, ""), (-1, "░░░░░░░░░░ 0 %"), (0.999, "█████████░ 99 %"),
      (7, "██████████ 100 %"),
    ] as [(Double?, String)])
  func `Progress is a bar that is full at the end only`(progress: Double?, text: String) {
    #expect(FrameNumbers.progress(progress) == text)
  }

  @Test func `Lines that a part does not need are for the others`() {
    #expect(JobsOverview.shares(of: 10, for: [2, 9, 9]) == [2, 4, 4])
    #expect(JobsOverview.shares(of: 9, for: [9, 1, 9]) == [4, 1, 4])
    #expect(JobsOverview.shares(of: 30, for: [2, 9, 9]) == [2, 9, 9])
    #expect(JobsOverview.shares(of: -3, for: [2, 9]) == [0, 0])
    #expect(JobsOverview.shares(of: 5, for: []) == [])
  }
}
