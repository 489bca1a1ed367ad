/// A screen that is redrawn repeatedly, with its keyboard.
protocol LiveScreen: Sendable {
  /// The numbers of characters per line and of lines.
  var size: (width: Int, height: Int) { get }

  /// The pressed keys as bytes, until the keyboard is closed.
  var keys: AsyncStream<UInt8> { get }

  /// Replaces the contents of the screen.
  func draw(_ lines: [String])
}

/// A loop that draws the overview of jobs once a second, until a key ends it.
///
/// If reading takes long, for example with millions of jobs, it uses at most a tenth of the time.
/// The view then does not slow down the inspected process.
struct JobsLoop<Source: Clock>: Sendable where Source.Duration == Duration {
  let screen: any LiveScreen
  let clock: Source

  /// Reads the overview.
  let read: @Sendable () async throws(BridgeConsoleError) -> JobsOverview

  /// Draws until `q`, Ctrl-C or Ctrl-D is pressed, the keyboard is closed or the task is cancelled.
  func run(from first: JobsOverview) async {
    await withTaskGroup { group in
      group.addTask { await draw(from: first) }
      group.addTask { await waitForEnd() }
      await group.next()
      group.cancelAll()
    }
  }

  /// Draws once a second.
  ///
  /// While the process does not answer, it shows the last overview and the reason.
  private func draw(from first: JobsOverview) async {
    var overview = first
    var notice = Self.hint
    var pause = Duration.seconds(1)
    while !Task.isCancelled {
      let size = screen.size
      screen.draw(overview.lines(width: size.width, height: size.height, notice: notice))
      do { try await clock.sleep(for: pause) } catch { return }
      let start = clock.now
      do throws(BridgeConsoleError) {
        overview = try await read()
        notice = Self.hint
      } catch {
        notice = "\(error.message) – \(Self.hint)"
      }
      pause = max(.seconds(1), start.duration(to: clock.now) * 9)
    }
  }

  private func waitForEnd() async {
    for await key in screen.keys where Self.ending.contains(key) { return }
  }

  private static var hint: String { "q quits" }

  /// On a screen without signals, Ctrl-C and Ctrl-D arrive as bytes.
  private static var ending: [UInt8] { [UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4] }
}
