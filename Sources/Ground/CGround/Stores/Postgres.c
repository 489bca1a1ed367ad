#include "CGroundStores.h"

#include <dlfcn.h>
#include <stdio.h>

int task_store_load_postgres(const char *library, struct task_store_postgres *functions,
                             char *message, size_t size) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(message, size, "%s", dlerror());
    return -1;
  }
// Stored through a `void *`, as POSIX shows it: ISO C converts no object pointer to a function.
#define FIND(field, name)                                                                   \
  do {                                                                                      \
    *(void **)&functions->field = dlsym(handle, "PQ" #name);                                \
    if (!functions->field) {                                                                \
      snprintf(message, size, "it has no function 'PQ" #name "'");                          \
      dlclose(handle);                                                                      \
      return -1;                                                                            \
    }                                                                                       \
  } while (0)
  FIND(lib_version, libVersion);
  FIND(conninfo_parse, conninfoParse);
  FIND(conninfo_free, conninfoFree);
  FIND(freemem, freemem);
  FIND(connect_start_params, connectStartParams);
  FIND(connect_poll, connectPoll);
  FIND(finish, finish);
  FIND(socket, socket);
  FIND(status, status);
  FIND(error_message, errorMessage);
  FIND(server_version, serverVersion);
  FIND(parameter_status, parameterStatus);
  FIND(host, host);
  FIND(db, db);
  FIND(backend_pid, backendPID);
  FIND(set_nonblocking, setnonblocking);
  FIND(set_notice_receiver, setNoticeReceiver);
  FIND(enter_pipeline_mode, enterPipelineMode);
  FIND(pipeline_sync, pipelineSync);
  FIND(send_prepare, sendPrepare);
  FIND(send_query_prepared, sendQueryPrepared);
  FIND(exec_params, execParams);
  FIND(transaction_status, transactionStatus);
  FIND(flush, flush);
  FIND(consume_input, consumeInput);
  FIND(is_busy, isBusy);
  FIND(get_result, getResult);
  FIND(notifies, notifies);
  FIND(result_status, resultStatus);
  FIND(result_error_field, resultErrorField);
  FIND(clear, clear);
  FIND(ntuples, ntuples);
  FIND(nfields, nfields);
  FIND(getisnull, getisnull);
  FIND(getvalue, getvalue);
#undef FIND
  return 0;
}

static void ignore_notice(void *context, const struct pg_result *result) {
  (void)context;
  (void)result;
}

void task_store_ignore_notices(const struct task_store_postgres *functions,
                               struct pg_conn *connection) {
  functions->set_notice_receiver(connection, ignore_notice, NULL);
}
