import Foundation
import Khala

// Writes numbered lines to a log for ever, and prints each number after its
// line is written. Arguments: the folder, the first number, the size cap.

let arguments = CommandLine.arguments
guard arguments.count == 4, var number = Int(arguments[2]), let cap = Int(arguments[3]) else {
  fatalError("KhalaLogFixture FOLDER FIRST CAP")
}
var configuration = KhalaLogConfiguration(folder: URL(filePath: arguments[1]))
configuration.fileSizeCap = cap
let log = KhalaLog(configuration: configuration)
log.isEnabled = true
while true {
  log.write(url: "kl://Fixture/line", parameters: ["number": number])
  FileHandle.standardOutput.write(Data("\(number)\n".utf8))
  number += 1
}
