/** The pages before sign-in: small, and loaded together. */

export { Join } from './Join.tsx'
export { SetUp } from './SetUp.tsx'
export { ForgotPassword, ResetPassword } from './sign-in/forgotten-password.tsx'
export { SignIn } from './sign-in/SignIn.tsx'
