import BenchmarkHarness
import Foundation

// The benchmarks are in the files beside this one; none of them is named here.
exit(await BenchmarkCommand.run(Array(CommandLine.arguments.dropFirst())))
