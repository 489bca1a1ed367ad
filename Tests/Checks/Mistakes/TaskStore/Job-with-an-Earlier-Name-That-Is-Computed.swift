// The earlier name of a job is computed.
import TaskStore

let former = "SendMail"

#job("SendInvoice", .formerly(former)) { (number: Int) in print(number) }
// 31: error: 'formerly' must be a string literal, because it is read when the program is compiled;
//   'former' is not (from macro 'job')
